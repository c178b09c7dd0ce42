// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace ninefold::store {

/// A match in its database, from 1. Numbers are never used again. Match 0 (kCasual) stands for
/// games that were played outside any match.
struct MatchId {
    std::int64_t value = 0;
    // NOLINTNEXTLINE(modernize-use-nullptr): the 0 that comparisons compare with
    constexpr auto operator<=>(const MatchId&) const = default;
};
inline constexpr MatchId kCasual{0};

/// A game in its database: `3.17` is game 17 of match 3, `0.5` the fifth casual game.
struct GameId {
    MatchId match;
    int number = 0;
    // NOLINTNEXTLINE(modernize-use-nullptr): as above
    constexpr auto operator<=>(const GameId&) const = default;
};

std::string to_text(MatchId id);
std::string to_text(GameId id);
base::Result<MatchId> parse_match_id(std::string_view text);
base::Result<GameId> parse_game_id(std::string_view text);

}  // namespace ninefold::store
