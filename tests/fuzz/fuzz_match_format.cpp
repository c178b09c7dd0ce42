// SPDX-License-Identifier: MIT
// Any bytes as the format of a match.
#include <string_view>

#include "arena/match_format.h"
#include "require.h"

using namespace ninefold;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    fuzz::require_round_trip(text, arena::MatchFormat::parse,
                             [](const arena::MatchFormat& format) { return format.text(); });
    if (const auto format = arena::MatchFormat::parse(text)) {
        fuzz::require(format->most_games() >= 1, "a match has a game");
        fuzz::require(format->most_games() <= arena::MatchFormat::kMostGames, "and not too many");
    }
    return 0;
}
