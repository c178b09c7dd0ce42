// SPDX-License-Identifier: MIT
#include "tournament/stage.h"

#include <algorithm>
#include <tuple>

#include "base/rng.h"

namespace ninefold::tournament {

std::unique_ptr<Stage> make_stage(const StageSpec& spec, std::vector<Entrant> entrants,
                                  std::uint64_t seed, Groups drawn) {
    switch (spec.type) {
        case StageType::kSwiss: return make_swiss_stage(spec, std::move(entrants), seed);
        case StageType::kKnockout:
        case StageType::kDoubleElimination:
            return make_bracket_stage(spec, std::move(entrants), seed);
        case StageType::kRoundRobin:
        case StageType::kGroups:
        case StageType::kGauntlet: break;
    }
    return make_league_stage(spec, std::move(entrants), seed, std::move(drawn));
}

StageRanking rank_groups(const StageSpec& spec, std::uint64_t seed, const Groups& groups,
                         const std::vector<std::string>& titles, const StageSituation& situation) {
    constexpr std::uint64_t kTableSalt = 3, kOrderSalt = 4;
    StageRanking ranking;
    // Those who advance, by place, then by points, wins and blocks a game, then by a coin.
    using Order = std::tuple<bool, int, double, double, double, std::uint64_t>;
    std::vector<std::pair<Order, Placing>> all;
    for (int group = 0; group < static_cast<int>(groups.size()); ++group) {
        const auto index = static_cast<std::size_t>(group);
        ranking.tables.push_back(make_table(titles[index], groups[index], situation, spec,
                                            base::derived_seed(seed, kTableSalt), group));
        for (const TableRow& row : ranking.tables.back().rows) {
            const double games = std::max(1, row.tally.games);
            const bool advances = !row.away && (spec.advance == 0 || row.place <= spec.advance);
            const int blocks = row.tally.blocks_won - row.tally.blocks_lost;
            const auto team = static_cast<std::uint64_t>(row.team.index);
            const Order order{!advances,
                              row.place,
                              -row.tally.points / games,
                              -row.tally.wins / games,
                              -blocks / games,
                              base::derived_seed(seed ^ kOrderSalt, team)};
            all.push_back({order, {row.team, group, row.place, advances}});
        }
    }
    std::ranges::sort(all, {}, &std::pair<Order, Placing>::first);
    for (const auto& [order, placing] : all) ranking.placings.push_back(placing);
    return ranking;
}

}  // namespace ninefold::tournament
