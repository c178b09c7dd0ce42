// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>

#include "tournament/tournament.h"

namespace ninefold::tournament {

/// Invented results for tests: no game is played.
inline GameOutcome won_by(rules::Side winner, rules::Ending ending = rules::Ending::kLine) {
    const bool x = winner == rules::Side::kX;
    return {ending, winner, {x ? 4 : 2, x ? 2 : 4}, {x ? 3.0 : 0.0, x ? 0.0 : 3.0}};
}

inline GameOutcome drawn(int x_blocks, int o_blocks) {
    return {rules::Ending::kDraw,
            std::nullopt,
            {x_blocks, o_blocks},
            {x_blocks > o_blocks ? 2.0 : 1.0, o_blocks > x_blocks ? 2.0 : 1.0}};
}

using Simulate = std::function<GameOutcome(const GameTask&)>;

/// The team with the lower number wins every game.
inline GameOutcome lower_wins(const GameTask& task) {
    return won_by(task.x < task.o ? rules::Side::kX : rules::Side::kO);
}

/// Plays until the tournament is over or `most` games are counted; returns the tasks in order.
inline std::vector<GameTask> play_out(Tournament& tournament, const Simulate& simulate,
                                      int most = 1'000'000) {
    std::vector<GameTask> all;
    for (;;) {
        const auto tasks = tournament.take_new_games();
        if (tasks.empty()) return all;
        for (const GameTask& task : tasks) {
            if (static_cast<int>(all.size()) == most) return all;
            all.push_back(task);
            if (!tournament.add(task.number, simulate(task))) return all;
        }
    }
}

/// A specification with N bots, t0, t1, …, and these stages.
inline TournamentSpec spec_with(int bots, const std::string& stages, const std::string& more = "") {
    std::string text = "seed = 7\npoints = \"blocks\"\n" + more;
    text += "bots = [";
    for (int i = 0; i < bots; ++i) text += (i > 0 ? ", \"random\"" : "\"random\"");
    text += "]\n" + stages;
    auto spec = parse_spec(text, ".", "test");
    if (!spec) throw std::runtime_error(spec.error().message);
    for (std::size_t i = 0; i < spec->bots.size(); ++i) spec->bots[i].name = fmt::format("t{}", i);
    return std::move(*spec);
}

inline std::string order_of(const Tournament& tournament) {
    std::string text;
    for (const FinalRow& row : tournament.final_ranking()) {
        text += fmt::format("{}{}", text.empty() ? "" : " ", row.team.index);
    }
    return text;
}

}  // namespace ninefold::tournament
