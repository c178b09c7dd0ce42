// SPDX-License-Identifier: MIT
#include "cli/resumable_match.h"

#include "cli/commands.h"

namespace ninefold::cli {

std::unique_ptr<store::KeptMatch> open_match(store::Store& store, store::WantedMatch wanted,
                                             bool restart) {
    auto match = value_or_throw(store::KeptMatch::open(store, std::move(wanted), restart));
    if (!match->note().empty()) fmt::print(stderr, "note: {}\n", match->note());
    match->on_change([](const std::string& bot, int after_games) {
        fmt::print(stderr,
                   "note: the files of {} changed after game {}; when it is started again, it is "
                   "another bot\n",
                   bot, after_games);
    });
    return match;
}

MatchPlace::MatchPlace(const ClusterOption& cluster, const store::Store& store,
                       const store::KeptMatch& match, const BotPair& bots,
                       const sources::HouseRules& house)
    : cluster_(cluster), bots_(bots) {
    if (!cluster.is_wanted()) return;
    venue_ =
        cluster.open({store.path(), match.id(), match.info().match.date, house, match.spec().proof},
                     {bots.a, bots.b});
}

arena::GamePlace MatchPlace::place(int concurrency) const {
    if (venue_ == nullptr) return {.maker = bots_.maker(), .slots = concurrency};
    return {.venue = venue_.get(), .slots = cluster_.games_out(concurrency)};
}

}  // namespace ninefold::cli
