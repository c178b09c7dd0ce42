// SPDX-License-Identifier: MIT
#include "store/game_id.h"

#include <charconv>

#include "base/foreign_text.h"

namespace ninefold::store {

namespace {

/// A whole number without sign, in digits only.
template <typename T>
bool read_number(std::string_view text, T& value) {
    if (text.empty() || text[0] < '0' || text[0] > '9') return false;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

std::string to_text(MatchId id) { return fmt::format("{}", id.value); }

std::string to_text(GameId id) { return fmt::format("{}.{}", id.match.value, id.number); }

base::Result<MatchId> parse_match_id(std::string_view text) {
    MatchId id;
    if (read_number(text, id.value)) return id;
    return base::fail("{} is not a match; one is a number, 0 for casual games", base::quoted(text));
}

base::Result<GameId> parse_game_id(std::string_view text) {
    GameId id;
    const std::size_t point = text.find('.');
    if (point != std::string_view::npos && read_number(text.substr(0, point), id.match.value) &&
        read_number(text.substr(point + 1), id.number)) {
        return id;
    }
    return base::fail("{} is not a game; 3.17 is game 17 of match 3 ('ninefold games' lists them)",
                      base::quoted(text));
}

}  // namespace ninefold::store
