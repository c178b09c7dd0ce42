// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "rules/move.h"

namespace ninefold::arena {

using Duration = std::chrono::nanoseconds;

/// What a game's clocks allow (docs/formats.md, "Time control"). Nothing set means no clock.
struct TimeControl {
    std::optional<Duration> move{};   ///< each move
    std::optional<Duration> first{};  ///< a bot's first move, instead of `move`
    std::optional<Duration> game{};   ///< all moves of a side together
    Duration increment{0};            ///< added to `game` after each own move
    std::optional<Duration> soft{}, hard{};
    double grant = 1.5;  ///< of the time over `soft`, to the opponent's next move

    bool is_none() const { return !move && !first && !game && !soft && !hard; }
    bool operator==(const TimeControl&) const = default;

    /// The same with every limit multiplied, as a late batch of a match may be played.
    TimeControl scaled(double factor) const;
};

std::string to_text(const TimeControl& control);
base::Result<TimeControl> parse_time_control(std::string_view text);

/// What a game's two clocks allow: the same, unless one side gives the other odds.
struct TimeControls {
    TimeControls() = default;
    // Not explicit: nearly all games are played with one time control.
    TimeControls(const TimeControl& both) : x(both), o(both) {}  // NOLINT
    TimeControls(const TimeControl& of_x, const TimeControl& of_o) : x(of_x), o(of_o) {}

    TimeControl x, o;

    const TimeControl& of(rules::Side side) const { return side == rules::Side::kX ? x : o; }
    bool is_none() const { return x.is_none() && o.is_none(); }
    bool operator==(const TimeControls&) const = default;
};

/// As for one, where both are the same; else `X move=10s; O move=1s`, with those two letters.
std::string to_text(const TimeControls& controls, std::string_view letters = "XO");
base::Result<TimeControls> parse_time_controls(std::string_view text,
                                               std::string_view letters = "XO");

/// `10s`, `100ms`, `1.5m`, `2h`; a bare number is seconds.
base::Result<Duration> parse_duration(std::string_view text);
std::string duration_text(Duration duration);

}  // namespace ninefold::arena
