// SPDX-License-Identifier: MIT
#include "server/match_counter.h"

#include <algorithm>
#include <vector>

#include "arena/match_format.h"
#include "tournament/forecast.h"
#include "tournament/tournament_spec.h"

namespace ninefold::server {

namespace {

/// Whether bot a had X. Two bots of one name are distinguished by the game's number.
bool a_is_x(const store::MatchInfo& match, const store::KeptGame& game) {
    if (match.match.a == match.match.b) return game.id.number % 2 == 0;
    return game.x == match.match.a;
}

base::Result<void> count_new(store::Store& store, const store::MatchInfo& match,
                             MatchCount& count) {
    const auto results =
        count.last == 0 ? store.results(match.id) : store.results_since(match.id, count.last);
    if (!results) return results.error();
    for (const store::KeptGame& game : *results) {
        ++count.games;
        count.last = std::max(count.last, game.seq);
        if (!game.counts()) continue;
        if (rules::is_forfeit(*game.ending)) ++count.forfeits;
        if (!game.winner) ++count.draws;
        else if ((*game.winner == rules::Side::kX) == a_is_x(match, game)) ++count.wins;
        else ++count.losses;
    }
    return {};
}

/// As the forecast of the command line has it, but quick however many games two bots play: it is
/// made with few of them, and multiplied.
int forecast_games(tournament::TournamentSpec spec) {
    constexpr int kFew = 2;
    std::vector<int> most_games;
    for (tournament::StageSpec& stage : spec.stages) {
        const int most = stage.format.most_games();
        most_games.push_back(std::max(most, kFew));
        if (most > kFew) stage.format = arena::MatchFormat::games(kFew);
    }
    const tournament::Forecast plan = tournament::forecast(spec);
    int games = 0;
    for (std::size_t i = 0; i < plan.stages.size() && i < most_games.size(); ++i) {
        games += plan.stages[i].games * most_games[i] / kFew;
    }
    return games;
}

}  // namespace

base::Result<MatchCount> MatchCounter::count(store::Store& store, const store::MatchInfo& match) {
    constexpr std::size_t kMost = 1'000;
    if (known_.size() > kMost) known_.clear();
    MatchCount& count = known_[match.id];
    if (count.games == match.games && count.games > 0) return count;
    if (auto done = count_new(store, match, count); !done) return done.error();
    // A void game that was played again is counted twice, which the end sets right; more games
    // than the match had a moment ago are new ones.
    const bool over = !match.finished.empty();
    if (count.games < match.games || (over && count.games != match.games)) {
        count = {};
        if (auto done = count_new(store, match, count); !done) return done.error();
    }
    return count;
}

const TournamentOutline* MatchCounter::outline(const store::MatchInfo& match) {
    constexpr std::size_t kMost = 100;
    if (match.match.kind != store::MatchKind::kTournament) return nullptr;
    if (const auto found = outlines_.find(match.id); found != outlines_.end()) {
        return &found->second;
    }
    const auto spec = tournament::parse_spec(match.match.spec, "/", "the tournament");
    if (!spec) return nullptr;
    if (outlines_.size() >= kMost) outlines_.clear();
    const auto added =
        outlines_.emplace(match.id, TournamentOutline{forecast_games(*spec),
                                                      std::string(rules::name(spec->rules)),
                                                      arena::to_text(spec->time_control)});
    return &added.first->second;
}

}  // namespace ninefold::server
