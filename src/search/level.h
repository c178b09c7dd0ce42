// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace ninefold::search {

/// How a level is weakened: it looks less far, overlooks moves and misjudges positions, the same
/// position always alike, as a person does. Calibrated in docs/levels.md.
struct Level {
    int depth;            ///< furthest it looks, in plies
    std::uint64_t nodes;  ///< most positions it looks at; 0: no limit
    int noise;            ///< deviation of its judgement, in Value units
    int blindness;  ///< of a thousand moves, its own and the opponent's, how many it overlooks
    bool solver;    ///< whether it may use the exact solver
};

/// Levels 1..10; others are taken as the nearest.
Level level(int number);

}  // namespace ninefold::search
