// SPDX-License-Identifier: MIT
#include "rules/ending.h"

#include "base/enum_names.h"
#include "base/foreign_text.h"

namespace ninefold::rules {

namespace {

constexpr base::EnumNames<Ending, kEndingCount> kEndings = {
    "line",         "majority",  "draw",     "move-time",   "game-time",
    "illegal-move", "crash",     "garbage",  "flood",       "memory",
    "start-failed", "tampering", "resigned", "adjudicated", "void"};

}  // namespace

std::string_view name(Ending ending) { return kEndings.of(ending); }

base::Result<Ending> parse_ending(std::string_view text) {
    if (const auto ending = kEndings.find(text)) return *ending;
    return base::fail("unknown ending {}; one of line, majority, draw, move-time, game-time, … "
                      "(docs/formats.md lists them)",
                      base::quoted(text));
}

}  // namespace ninefold::rules
