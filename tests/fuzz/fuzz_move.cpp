// SPDX-License-Identifier: MIT
// Any bytes as the small words: a move, rules, an ending, and a list of moves to play.
#include <string_view>

#include "require.h"
#include "rules/ending.h"
#include "rules/move_text.h"
#include "rules/position_text.h"
#include "rules/ruleset.h"

namespace ninefold::fuzz_move {

using fuzz::require;

void run(std::string_view text) {
    if (const auto move = rules::parse_move(text)) {
        require(text == to_text(*move) || text == to_algebraic(*move), "a move has two forms");
    } else {
        fuzz::require_one_line(move.error().message);
    }
    if (const auto rules = rules::parse_rules(text)) {
        require(rules::parse_rules(name(*rules)).value() == *rules, "rules round-trip");
    } else {
        fuzz::require_one_line(rules.error().message);
    }
    if (const auto ending = rules::parse_ending(text)) {
        require(name(*ending) == text, "an ending has one name");
    } else {
        fuzz::require_one_line(ending.error().message);
    }
    if (const auto played = rules::play_moves(rules::AnyPosition(), text)) {
        require(rules::parse_position(to_text(*played)).value() == *played,
                "what play reaches can be written and read");
    } else {
        fuzz::require_one_line(played.error().message);
    }
}

}  // namespace ninefold::fuzz_move
