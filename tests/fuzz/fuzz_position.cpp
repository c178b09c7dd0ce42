// SPDX-License-Identifier: MIT
// Any bytes as a position: either refused with a printable reason of one line, or read into a
// position that writes itself, reads back equal, and can be played on.
#include <string>
#include <string_view>

#include "require.h"
#include "rules/perft.h"
#include "rules/position_text.h"
#include "rules/symmetry.h"

namespace ninefold::fuzz_position {

using fuzz::require;

namespace {

void check_accepted(const rules::AnyPosition& position) {
    const std::string text = to_text(position);
    const auto again = rules::parse_position(text);
    require(again.has_value(), "a written position is read again");
    require(*again == position, "and is the same");
    require(to_text(*again) == text, "with the same text");
    require(again->hash() == position.hash(), "and the same hash");
    position.visit([](const auto& p) {
        require(perft(p, 2, rules::Counting::kBulk) == perft(p, 2, rules::Counting::kEveryLeaf),
                "both ways of counting agree");
        require(canonical(p).symmetry(p) == canonical(p).position,
                "the canonical form is an image");
        if (p.is_over()) (void)p.outcome();
    });
}

}  // namespace

void run(std::string_view text) {
    const auto position = rules::parse_position(text);
    if (position) {
        check_accepted(*position);
    } else {
        fuzz::require_one_line(position.error().message);
    }
}

}  // namespace ninefold::fuzz_position
