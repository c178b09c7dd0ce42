// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "rules/move.h"

namespace ninefold::protocol {

using Duration = std::chrono::nanoseconds;

/// What one `go` allows: clocks of both sides and limits of this move. Nothing set means no limit.
struct Limits {
    std::optional<Duration> x_time{}, o_time{};  ///< left for the rest of the game
    Duration x_increment{0}, o_increment{0};
    std::optional<Duration> move_time{};  ///< of this move; the soft limit where there are two
    std::optional<Duration> hard_time{};  ///< of this move, where a soft and a hard limit differ
    std::optional<int> depth{};
    std::optional<std::uint64_t> nodes{};
    bool infinite = false;
    bool ponder = false;

    std::optional<Duration> time_left(rules::Side side) const {
        return side == rules::Side::kX ? x_time : o_time;
    }
    Duration increment(rules::Side side) const {
        return side == rules::Side::kX ? x_increment : o_increment;
    }
    bool operator==(const Limits&) const = default;
};

}  // namespace ninefold::protocol
