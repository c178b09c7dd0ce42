// SPDX-License-Identifier: MIT
#include "rules/ending.h"

#include "base/foreign_text.h"

namespace ninefold::rules {

namespace {

constexpr std::array<std::string_view, kEndingCount> kNames = {
    "line",         "majority",  "draw",     "move-time",   "game-time",
    "illegal-move", "crash",     "garbage",  "flood",       "memory",
    "start-failed", "tampering", "resigned", "adjudicated", "void"};

}  // namespace

std::string_view name(Ending ending) { return kNames[static_cast<std::size_t>(ending)]; }

base::Result<Ending> parse_ending(std::string_view text) {
    for (std::size_t i = 0; i < kNames.size(); ++i) {
        if (kNames[i] == text) return static_cast<Ending>(i);
    }
    return base::fail("unknown ending {}; one of line, majority, draw, move-time, game-time, … "
                      "(docs/formats.md lists them)",
                      base::quoted(text));
}

}  // namespace ninefold::rules
