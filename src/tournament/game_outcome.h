// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>

#include "arena/points.h"
#include "record/game_record.h"
#include "rules/ending.h"

namespace ninefold::tournament {

/// What a tournament needs to know of a finished game.
struct GameOutcome {
    rules::Ending ending = rules::Ending::kDraw;
    std::optional<rules::Side> winner{};
    std::array<int, 2> blocks{};     ///< won by X and by O
    std::array<double, 2> points{};  ///< of X and of O, by the tournament's scale
    int plies = 0;
    bool operator==(const GameOutcome&) const = default;

    int blocks_of(rules::Side side) const { return blocks[static_cast<std::size_t>(side)]; }
    double points_of(rules::Side side) const { return points[static_cast<std::size_t>(side)]; }
    bool is_forfeit() const { return rules::is_forfeit(ending); }
    /// Where neither bot could play, both have lost.
    bool is_lost_by(rules::Side side) const { return winner ? *winner != side : is_forfeit(); }
    bool is_won_by(rules::Side side) const { return winner == side; }
};

/// What a game that ended is worth; the error says why the record is none.
base::Result<GameOutcome> outcome_of(const record::GameRecord& game, arena::PointScale scale);

/// The points of a game won outright.
double full_points(arena::PointScale scale);

}  // namespace ninefold::tournament
