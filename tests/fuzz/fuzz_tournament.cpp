// SPDX-License-Identifier: MIT
// Any bytes as a tournament's file.
#include <string_view>

#include "require.h"
#include "tournament/tournament_spec.h"

using namespace ninefold;

namespace {

/// Whether it may name a path outside, which would be looked at: a slash, or one that is escaped.
bool names_paths(std::string_view text) {
    if (text.find('/') != std::string_view::npos) return true;
    return text.find('\\') != std::string_view::npos &&
           (text.find("2f") != std::string_view::npos || text.find("2F") != std::string_view::npos);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    if (names_paths(text)) return 0;
    fuzz::require_round_trip(
        text,
        [](std::string_view toml) { return tournament::parse_spec(toml, "none", "cup.toml"); },
        tournament::to_toml);
    return 0;
}
