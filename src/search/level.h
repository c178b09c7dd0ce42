// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "search/value.h"

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
constexpr Level level(int number) {
    constexpr std::array<Level, 10> kLevels = {{
        {1, 100, 870, 630, false},
        {2, 200, 590, 440, false},
        {3, 400, 440, 345, false},
        {4, 800, 310, 240, false},
        {5, 1'200, 260, 185, false},
        {6, 2'000, 180, 130, false},
        {8, 4'000, 130, 85, false},
        {10, 8'000, 74, 39, false},
        {12, 22'000, 14, 11, false},
        {kMaxPly - 1, 0, 0, 0, true},
    }};
    return kLevels[static_cast<std::size_t>(std::clamp(number, 1, 10) - 1)];
}

}  // namespace ninefold::search
