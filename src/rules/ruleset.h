// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "rules/nine_set.h"

namespace ninefold::rules {

/// Where a move sends the opponent and when a block closes; see Traits for each one's rules.
enum class Ruleset : std::uint8_t { kStandard, kOpen, kCorrespondence };
inline constexpr std::array kRulesets = {Ruleset::kStandard, Ruleset::kOpen,
                                         Ruleset::kCorrespondence};

/// What decides a game that ends without a line.
enum class TieBreak : std::uint8_t { kDraw, kMajority };
inline constexpr std::array kTieBreaks = {TieBreak::kDraw, TieBreak::kMajority};

constexpr TieBreak default_tie_break(Ruleset ruleset) {
    return ruleset == Ruleset::kCorrespondence ? TieBreak::kMajority : TieBreak::kDraw;
}

/// The whole choice of rules. Its name is the ruleset's, with `+tiebreak` behind it where that is
/// not the ruleset's default: `standard`, `standard+majority`, `correspondence+draw`.
struct Rules {
    Ruleset ruleset = Ruleset::kStandard;
    TieBreak tie_break = default_tie_break(ruleset);
    constexpr bool operator==(const Rules&) const = default;
};

std::string_view name(Ruleset ruleset);
std::string_view name(TieBreak tie_break);
std::string name(Rules rules);

base::Result<Ruleset> parse_ruleset(std::string_view text);
base::Result<TieBreak> parse_tie_break(std::string_view text);
/// Reads `RULESET` or `RULESET+TIEBREAK`.
base::Result<Rules> parse_rules(std::string_view text);

/// Compile-time facts of a ruleset, used by Position.
///   destinations(cell): the blocks a mark in `cell` sends the opponent to, were they all open.
///   kWonStaysOpen:      a won block can be played in until it is full.
template <Ruleset R>
struct Traits;

template <>
struct Traits<Ruleset::kStandard> {
    static constexpr bool kWonStaysOpen = false;
    static constexpr BlockSet destinations(Cell cell) { return BlockSet(1u << cell.index); }
};

template <>
struct Traits<Ruleset::kOpen> {
    static constexpr bool kWonStaysOpen = true;
    static constexpr BlockSet destinations(Cell cell) { return BlockSet(1u << cell.index); }
};

template <>
struct Traits<Ruleset::kCorrespondence> {
    static constexpr bool kWonStaysOpen = false;
    static constexpr std::array<std::uint16_t, 9> kDestinations = {
        0b000'001'010, 0b000'000'101, 0b000'100'010,   // 0 -> 1,3   1 -> 0,2   2 -> 1,5
        0b001'000'001, 0b000'010'000, 0b100'000'100,   // 3 -> 0,6   4 -> 4     5 -> 2,8
        0b010'001'000, 0b101'000'000, 0b010'100'000};  // 6 -> 3,7   7 -> 6,8   8 -> 5,7
    static constexpr BlockSet destinations(Cell cell) {
        return BlockSet(kDestinations[cell.index]);
    }
};

}  // namespace ninefold::rules
