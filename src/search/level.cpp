// SPDX-License-Identifier: MIT
#include "search/level.h"

#include <algorithm>
#include <array>

#include "search/value.h"

namespace ninefold::search {

Level level(int number) {
    constexpr int kAll = kMaxPly - 1;
    static constexpr std::array<Level, 10> kLevels = {{
        {1, 100, 870, 630, false},
        {2, 200, 590, 440, false},
        {3, 400, 440, 345, false},
        {4, 800, 310, 240, false},
        {5, 1'200, 260, 185, false},
        {6, 2'000, 180, 130, false},
        {8, 4'000, 130, 85, false},
        {10, 8'000, 74, 39, false},
        {12, 22'000, 14, 11, false},
        {kAll, 0, 0, 0, true},
    }};
    return kLevels[static_cast<std::size_t>(std::clamp(number, 1, 10) - 1)];
}

}  // namespace ninefold::search
