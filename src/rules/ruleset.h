// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "base/result.h"
#include "rules/nine_set.h"

namespace ninefold::rules {

/// Where a move sends the opponent and when a block closes.
enum class Ruleset : std::uint8_t { kStandard, kOpen, kCorrespondence };

/// What decides a game that ends without a line.
enum class TieBreak : std::uint8_t { kDraw, kMajority };
inline constexpr std::array kTieBreaks = {TieBreak::kDraw, TieBreak::kMajority};

/// All that makes a ruleset.
struct RulesetFacts {
    Ruleset ruleset;
    std::string_view name;
    TieBreak tie_break;   ///< its default
    bool won_stays_open;  ///< a won block can be played in until it is full
    /// The blocks that a mark in each cell sends the opponent to, were they all open.
    std::array<std::uint16_t, 9> destinations;
};

inline constexpr std::array<std::uint16_t, 9> kSameBlock = {1, 2, 4, 8, 16, 32, 64, 128, 256};
inline constexpr std::array<std::uint16_t, 9> kCorrespondingBlocks = {
    0b000'001'010, 0b000'000'101, 0b000'100'010,   // 0 -> 1,3   1 -> 0,2   2 -> 1,5
    0b001'000'001, 0b000'010'000, 0b100'000'100,   // 3 -> 0,6   4 -> 4     5 -> 2,8
    0b010'001'000, 0b101'000'000, 0b010'100'000};  // 6 -> 3,7   7 -> 6,8   8 -> 5,7

/// The one list of rulesets, in the order of the enum. Everything else is made from it.
inline constexpr std::array kRulesetFacts = {
    RulesetFacts{Ruleset::kStandard, "standard", TieBreak::kDraw, false, kSameBlock},
    RulesetFacts{Ruleset::kOpen, "open", TieBreak::kDraw, true, kSameBlock},
    RulesetFacts{Ruleset::kCorrespondence, "correspondence", TieBreak::kMajority, false,
                 kCorrespondingBlocks}};

inline constexpr auto kRulesets = [] {
    std::array<Ruleset, kRulesetFacts.size()> rulesets{};
    for (std::size_t i = 0; i < rulesets.size(); ++i) rulesets[i] = kRulesetFacts[i].ruleset;
    return rulesets;
}();

constexpr const RulesetFacts& facts_of(Ruleset ruleset) {
    return kRulesetFacts[static_cast<std::size_t>(ruleset)];
}

constexpr TieBreak default_tie_break(Ruleset ruleset) { return facts_of(ruleset).tie_break; }

/// The whole choice of rules. Its name is the ruleset's, with `+tiebreak` behind it where that is
/// not the ruleset's default: `standard`, `standard+majority`, `correspondence+draw`.
struct Rules {
    Ruleset ruleset = Ruleset::kStandard;
    TieBreak tie_break = default_tie_break(ruleset);
    constexpr bool operator==(const Rules&) const = default;
};

/// Each ruleset with each tie-break.
inline constexpr auto kAllRules = []<std::size_t... I>(std::index_sequence<I...>) {
    return std::array{
        Rules{kRulesets[I / kTieBreaks.size()], kTieBreaks[I % kTieBreaks.size()]}...};
}
(std::make_index_sequence<kRulesets.size() * kTieBreaks.size()>{});

/// The place of `rules` in kAllRules.
constexpr std::size_t number_of(Rules rules) {
    return kTieBreaks.size() * static_cast<std::size_t>(rules.ruleset) +
           static_cast<std::size_t>(rules.tie_break);
}

std::string_view name(Ruleset ruleset);
std::string_view name(TieBreak tie_break);
std::string name(Rules rules);

base::Result<Ruleset> parse_ruleset(std::string_view text);
base::Result<TieBreak> parse_tie_break(std::string_view text);
/// Reads `RULESET` or `RULESET+TIEBREAK`.
base::Result<Rules> parse_rules(std::string_view text);

/// "standard, open and correspondence", with `conjunction` before the last one.
std::string ruleset_names(std::string_view conjunction);

/// The facts of a ruleset at compile time, used by Position.
template <Ruleset R>
struct Traits {
    static constexpr bool kWonStaysOpen = facts_of(R).won_stays_open;
    static constexpr bool kSendsToSameBlock = facts_of(R).destinations == kSameBlock;
    static constexpr BlockSet destinations(Cell cell) {
        if constexpr (kSendsToSameBlock) return BlockSet(1u << cell.index);
        else return BlockSet(facts_of(R).destinations[cell.index]);
    }
};

/// Calls `f` with the ruleset as a constant: `[](auto r) { return Position<r()>(); }`.
template <typename F, std::size_t I = 0>
constexpr decltype(auto) with_ruleset(Ruleset ruleset, F&& f) {
    if constexpr (I + 1 < kRulesets.size()) {
        if (ruleset != kRulesets[I]) return with_ruleset<F, I + 1>(ruleset, std::forward<F>(f));
    }
    return f(std::integral_constant<Ruleset, kRulesets[I]>{});
}

/// Calls `f` with the whole choice of rules as a constant. What `f` keeps in a static variable it
/// keeps for each choice, made on first use by one of the threads.
template <typename F>
constexpr decltype(auto) with_rules(Rules rules, F&& f) {
    return with_ruleset(rules.ruleset, [&](auto ruleset) -> decltype(auto) {
        constexpr Rules kDraw{ruleset(), TieBreak::kDraw};
        constexpr Rules kMajority{ruleset(), TieBreak::kMajority};
        return rules.tie_break == TieBreak::kDraw ? f(std::integral_constant<Rules, kDraw>{})
                                                  : f(std::integral_constant<Rules, kMajority>{});
    });
}

template <template <typename...> typename List, template <Ruleset> typename T, std::size_t... I>
List<T<kRulesets[I]>...> list_of_rulesets(std::index_sequence<I...>);

/// One T for each ruleset: `EachRuleset<std::variant, Position>`.
template <template <typename...> typename List, template <Ruleset> typename T>
using EachRuleset =
    decltype(list_of_rulesets<List, T>(std::make_index_sequence<kRulesets.size()>{}));

}  // namespace ninefold::rules
