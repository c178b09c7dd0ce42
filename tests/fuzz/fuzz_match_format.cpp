// SPDX-License-Identifier: MIT
// Any bytes as the format of a match.
#include <string_view>

#include "arena/match_format.h"
#include "require.h"

namespace ninefold::fuzz_match_format {

void run(std::string_view text) {
    fuzz::require_round_trip(text, arena::MatchFormat::parse,
                             [](const arena::MatchFormat& format) { return format.text(); });
    if (const auto format = arena::MatchFormat::parse(text)) {
        fuzz::require(format->most_games() >= 1, "a match has a game");
        fuzz::require(format->most_games() <= arena::MatchFormat::kMostGames, "and not too many");
    }
}

}  // namespace ninefold::fuzz_match_format
