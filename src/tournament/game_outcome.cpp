// SPDX-License-Identifier: MIT
#include "tournament/game_outcome.h"

namespace ninefold::tournament {

base::Result<GameOutcome> outcome_of(const record::GameRecord& game, arena::PointScale scale) {
    const auto points = arena::points(scale, game);
    if (!points) return points.error();
    GameOutcome outcome{.ending = *game.ending,
                        .winner = game.winner,
                        .points = {points->x, points->o},
                        .plies = static_cast<int>(game.plies.size())};
    last_position(game).visit([&](const auto& position) {
        outcome.blocks = {position.won(rules::Side::kX).size(),
                          position.won(rules::Side::kO).size()};
    });
    return outcome;
}

double full_points(arena::PointScale scale) { return scale == arena::PointScale::kPlain ? 1 : 3; }

}  // namespace ninefold::tournament
