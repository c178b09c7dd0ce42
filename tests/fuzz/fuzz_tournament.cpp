// SPDX-License-Identifier: MIT
// Any bytes as a tournament's file.
#include <cctype>
#include <string_view>

#include "base/temporary_folder.h"
#include "require.h"
#include "tournament/tournament_spec.h"

namespace ninefold::fuzz_tournament {

namespace {

bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

/// Whether it may name a path outside the tournament's folder, which would be looked at: one that
/// begins with a slash or a tilde, or climbs; or one with an escaped slash or dot.
bool leaves_folder(std::string_view text) {
    for (std::size_t at = text.find('/'); at != std::string_view::npos;
         at = text.find('/', at + 1)) {
        const bool is_inside =
            at > 0 && (std::isalnum(static_cast<unsigned char>(text[at - 1])) != 0 ||
                       contains("_*?.", text.substr(at - 1, 1)));
        if (!is_inside) return true;
    }
    if (contains(text, "..")) return contains(text, "/");
    if (!contains(text, "\\")) return false;
    return contains(text, "2f") || contains(text, "2F") || contains(text, "2e") ||
           contains(text, "2E");
}

}  // namespace

void run(std::string_view text) {
    if (leaves_folder(text)) return;
    static const base::TemporaryFolder empty = *base::TemporaryFolder::make();
    const auto parse = [](std::string_view toml) {
        return tournament::parse_spec(toml, empty.path(), "cup.toml");
    };
    fuzz::require_round_trip(text, parse, tournament::to_toml);
}

}  // namespace ninefold::fuzz_tournament
