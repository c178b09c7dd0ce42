// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace ninefold::arena {

using Duration = std::chrono::nanoseconds;

/// What a game's clocks allow (docs/formats.md, "Time control"). Nothing set means no clock.
struct TimeControl {
    std::optional<Duration> move;   ///< each move
    std::optional<Duration> first;  ///< a bot's first move, instead of `move`
    std::optional<Duration> game;   ///< all moves of a side together
    Duration increment{0};          ///< added to `game` after each own move
    std::optional<Duration> soft, hard;
    double grant = 1.5;  ///< of the time over `soft`, to the opponent's next move

    bool is_none() const { return !move && !first && !game && !soft && !hard; }
    bool operator==(const TimeControl&) const = default;

    /// The same with every limit multiplied, as a late batch of a match may be played.
    TimeControl scaled(double factor) const;
};

std::string to_text(const TimeControl& control);
base::Result<TimeControl> parse_time_control(std::string_view text);

/// `10s`, `100ms`, `1.5m`, `2h`; a bare number is seconds.
base::Result<Duration> parse_duration(std::string_view text);
std::string duration_text(Duration duration);

}  // namespace ninefold::arena
