// SPDX-License-Identifier: MIT
#include "store/game_id.h"

#include <algorithm>

#include "base/foreign_text.h"
#include "base/number.h"

namespace ninefold::store {

namespace {

/// A whole number without sign, in digits only.
template <typename T>
std::optional<T> digits(std::string_view text) {
    return text.starts_with('-') ? std::nullopt : base::parse_number<T>(text);
}

}  // namespace

std::string to_text(MatchId id) { return fmt::format("{}", id.value); }

std::string to_text(GameId id) { return fmt::format("{}.{}", id.match.value, id.number); }

base::Result<MatchId> parse_match_id(std::string_view text) {
    if (const auto value = digits<std::int64_t>(text)) return MatchId{*value};
    return base::fail("{} is not a match; one is a number, 0 for casual games", base::quoted(text));
}

base::Result<GameId> parse_game_id(std::string_view text) {
    const std::size_t point = std::min(text.find('.'), text.size());
    const auto match = digits<std::int64_t>(text.substr(0, point));
    const auto number = digits<int>(text.substr(std::min(point + 1, text.size())));
    if (match && number) return GameId{MatchId{*match}, *number};
    return base::fail("{} is not a game; 3.17 is game 17 of match 3 ('ninefold games' lists them)",
                      base::quoted(text));
}

}  // namespace ninefold::store
