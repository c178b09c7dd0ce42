// SPDX-License-Identifier: MIT
// Any bytes as a choice of openings, and as a file of them.
#include <string>
#include <string_view>

#include "arena/openings.h"
#include "memory_file.h"
#include "require.h"
#include "rules/move_text.h"

namespace ninefold::fuzz_openings {

using fuzz::require;

namespace {

constexpr int kPairs = 4;

/// A file of the first openings, written again, has the same ones.
void check_written(const arena::Openings& openings, const rules::AnyPosition& start) {
    std::string lines;
    for (int pair = 0; pair < kPairs; ++pair) {
        for (const rules::Move move : openings.opening(pair, 1, start)) {
            lines += to_text(move) + ' ';
        }
        lines += "\n";
    }
    const fuzz::MemoryFile file(lines);
    const auto again = arena::Openings::parse("file:" + file.path(), start);
    require(again.has_value(), "written openings can be read");
    for (int pair = 0; pair < kPairs; ++pair) {
        require(again->opening(pair, 1, start) == openings.opening(pair, 1, start),
                "and are the same");
    }
}

void check(std::string_view text) {
    const rules::AnyPosition start;
    const auto openings = arena::Openings::parse(text, start);
    if (!openings) return fuzz::require_one_line(openings.error().message);
    const auto again = arena::Openings::parse(openings->text(), start);
    require(again.has_value(), "a printed choice can be parsed");
    require(again->content_hash() == openings->content_hash(), "and has the same openings");
    if (!openings->opening(0, 1, start).empty()) check_written(*openings, start);
    for (int pair = 0; pair < kPairs; ++pair) {
        rules::AnyPosition position = start;
        for (const rules::Move move : openings->opening(pair, 1, start)) {
            require(position.is_legal(move), "a move of an opening is legal");
            position = position.after(move);
        }
        require(!position.is_over(), "a game is not over after its opening");
    }
}

}  // namespace

void run(std::string_view text) {
    if (!text.starts_with("file:")) check(text);  // a path outside would be read
    const fuzz::MemoryFile file(text);
    check("file:" + file.path());
}

}  // namespace ninefold::fuzz_openings
