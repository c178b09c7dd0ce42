// SPDX-License-Identifier: MIT
#include "arena/preset.h"

#include "base/foreign_text.h"

namespace ninefold::arena {

namespace {

using namespace std::chrono_literals;
using rules::Ruleset;
using rules::TieBreak;

const Preset kPresets[] = {
    // Of courses and tournaments.
    {.name = "course-select-move",
     .alias = "000",
     .description = "Python course, select_move: 10 games, 10 s a move, 120 s a game",
     .rules = {Ruleset::kStandard},
     .time_control = {.move = 10s, .game = 120s},
     .format = MatchFormat::games(10),
     .points = PointScale::kBlocks},
    {.name = "course-select-move-open",
     .alias = "000-open",
     .description = "the same by the rules of its first edition: won blocks stay open",
     .rules = {Ruleset::kOpen},
     .time_control = {.move = 10s, .game = 120s},
     .format = MatchFormat::games(10),
     .points = PointScale::kBlocks},
    {.name = "course-class-move",
     .alias = "001",
     .description = "Python course, class with move: correspondence, 12 s a move, starter drawn at "
                    "random",
     .rules = {Ruleset::kCorrespondence},
     .time_control = {.move = 12s},
     .starter = Starter::kRandom,
     .points = PointScale::kCourse,
     .imports = {"random", "copy", "sys", "signal"}},
    // The original has no limit; a bot that hangs must still lose.
    {.name = "friends-function",
     .alias = "002",
     .description = "friends' tournament, Python function: 10 s a move",
     .rules = {Ruleset::kStandard},
     .time_control = {.move = 10s}},
    {.name = "code-tournament",
     .alias = "003",
     .description = "code tournament, Python best_move: batches of pairs, soft limit 90 s, hard "
                    "limit 100 s",
     .rules = {Ruleset::kStandard},
     .time_control = {.soft = 90s, .hard = 100s, .grant = 1.5},
     .format = MatchFormat::code_tournament()},
    {.name = "java-course",
     .alias = "004",
     .description = "Java course, PlayerInterface: 10 s to construct, 3 s a move",
     .rules = {Ruleset::kStandard},
     .time_control = {.move = 3s},
     .start_up = 10s},
    // Of sites. CodinGame's rules say 1 s for the first move, but there a program is not charged
    // for
    // its start: bots that sleep for 1.6 s before their first answer pass. Here the clock of the
    // first move counts it, so that it must allow for it.
    {.name = "codingame",
     .description =
         "CodinGame: 1 s for the first move and 600 ms to start, 100 ms for others, more "
         "blocks decide",
     .rules = {Ruleset::kStandard, TieBreak::kMajority},
     .time_control = {.move = 100ms, .first = 1600ms}},
    // A bank of 10 s, and 500 ms more for every move; bots read both from `settings`.
    {.name = "riddles",
     .description = "riddles.io: a bank of 10 s and 500 ms a move",
     .rules = {Ruleset::kStandard},
     .time_control = {.game = 10s, .increment = 500ms}},
    {.name = "theaigames",
     .description = "theaigames.com, the predecessor of riddles.io: the same clock",
     .rules = {Ruleset::kStandard},
     .time_control = {.game = 10s, .increment = 500ms}}};

}  // namespace

std::span<const Preset> presets() { return kPresets; }

base::Result<Preset> find_preset(std::string_view name) {
    std::string names;
    for (const Preset& preset : presets()) {
        if (name == preset.name || (!preset.alias.empty() && name == preset.alias)) return preset;
        names += names.empty() ? "" : ", ";
        names += preset.name;
        if (!preset.alias.empty()) names += fmt::format(" ({})", preset.alias);
    }
    return base::fail("there is no preset {}; there are {}", base::quoted(name), names);
}

}  // namespace ninefold::arena
