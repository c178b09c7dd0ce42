// SPDX-License-Identifier: MIT
#include "tournament/grade.h"

#include <fmt/format.h>

#include "base/counted.h"
#include "tournament/sprt.h"

namespace ninefold::tournament {

void Grade::add(const record::GameRecord& game, rules::Side side, bool gives_points) {
    const auto outcome = outcome_of(game, arena::PointScale::kBlocks);
    if (!outcome) return;
    all.add(*outcome, side);
    if (!gives_points) return;
    counting.add(*outcome, side);
    counting.points += outcome->points_of(side);
    if (counting.forfeits > 0 && why.empty()) {
        why = fmt::format("{}: {}", rules::name(outcome->ending), game.detail);
    }
}

double Grade::chance() const { return chance_of_luck(all.wins, all.losses); }

double Grade::percent(int games) const {
    const double points = chance() < kSure ? counting.points : 0;
    return kWeight * points / (full_points(arena::PointScale::kBlocks) * games);
}

std::string Grade::note() const {
    std::string text;
    if (counting.forfeits > 0) {
        text = fmt::format("{}; {}", base::counted(counting.forfeits, "forfeit"), why);
    }
    if (!is_no_better_than_random()) return text;
    return fmt::format(
        "no better than random, which counts nothing: {} won, {} lost of {} (p = {:.2f}){}{}",
        all.wins, all.losses, all.games, chance(), text.empty() ? "" : "; ", text);
}

}  // namespace ninefold::tournament
