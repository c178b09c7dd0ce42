// SPDX-License-Identifier: MIT
#pragma once

#include <compare>

namespace ninefold::tournament {

/// A bot (or its team) of a tournament: its place in the tournament's list of bots, from 0.
struct TeamId {
    int index = -1;
    constexpr auto operator<=>(const TeamId&) const = default;
};

/// The opponent of a bye.
inline constexpr TeamId kNobody{-1};

}  // namespace ninefold::tournament
