// SPDX-License-Identifier: MIT
#include "search/level.h"

#include <algorithm>
#include <array>

#include "search/value.h"

namespace ninefold::search {

Level level(int number) {
    constexpr int kAll = kMaxPly - 1;
    static constexpr std::array<Level, 10> kLevels = {{
        {1, 100, 1500, false},
        {1, 100, 350, false},
        {2, 300, 250, false},
        {3, 1'000, 180, false},
        {4, 3'000, 130, false},
        {5, 10'000, 90, false},
        {7, 30'000, 60, false},
        {10, 200'000, 35, false},
        {kAll, 1'000'000, 15, true},
        {kAll, 0, 0, true},
    }};
    return kLevels[static_cast<std::size_t>(std::clamp(number, 1, 10) - 1)];
}

}  // namespace ninefold::search
