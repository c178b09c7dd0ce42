// SPDX-License-Identifier: MIT
#include "arena/preset.h"

#include "base/foreign_text.h"

namespace ninefold::arena {

namespace {

using namespace std::chrono_literals;
using rules::Ruleset;
using rules::TieBreak;

Preset course_select_move() {
    Preset preset{.name = "course-select-move",
                  .alias = "000",
                  .description = "Python course, select_move: 10 games, 10 s a move, 120 s a game",
                  .rules = {Ruleset::kStandard}};
    preset.time_control.move = 10s;
    preset.time_control.game = 120s;
    preset.format = MatchFormat::games(10);
    preset.points = PointScale::kBlocks;
    return preset;
}

Preset course_select_move_open() {
    Preset preset = course_select_move();
    preset.name = "course-select-move-open";
    preset.alias = "000-open";
    preset.description = "the same by the rules of its first edition: won blocks stay open";
    preset.rules = {Ruleset::kOpen};
    return preset;
}

Preset course_class_move() {
    Preset preset{.name = "course-class-move",
                  .alias = "001",
                  .description = "Python course, class with move: correspondence, 12 s a move, "
                                 "starter drawn at random",
                  .rules = {Ruleset::kCorrespondence}};
    preset.time_control.move = 12s;
    preset.starter = Starter::kRandom;
    preset.points = PointScale::kCourse;
    preset.imports = {"random", "copy", "sys", "signal"};
    return preset;
}

/// The original has no limit; a bot that hangs must still lose.
Preset friends_function() {
    Preset preset{.name = "friends-function",
                  .alias = "002",
                  .description = "friends' tournament, Python function: 10 s a move",
                  .rules = {Ruleset::kStandard}};
    preset.time_control.move = 10s;
    return preset;
}

Preset code_tournament() {
    Preset preset{.name = "code-tournament",
                  .alias = "003",
                  .description = "code tournament, Python best_move: batches of pairs, soft limit "
                                 "90 s, hard limit 100 s",
                  .rules = {Ruleset::kStandard}};
    preset.time_control.soft = 90s;
    preset.time_control.hard = 100s;
    preset.time_control.grant = 1.5;
    preset.format = MatchFormat::code_tournament();
    return preset;
}

Preset java_course() {
    Preset preset{.name = "java-course",
                  .alias = "004",
                  .description = "Java course, PlayerInterface: 10 s to construct, 3 s a move",
                  .rules = {Ruleset::kStandard}};
    preset.time_control.move = 3s;
    preset.start_up = 10s;
    return preset;
}

/// The site's rules say 1 s for the first move, but there a program is not charged for its start:
/// bots that sleep for 1.6 s before their first answer pass. Here the clock of the first move
/// counts it, so that it must allow for it.
Preset codingame() {
    Preset preset{.name = "codingame",
                  .alias = "",
                  .description =
                      "CodinGame: 1 s for the first move and 600 ms to start, 100 ms for "
                      "others, more blocks decide",
                  .rules = {Ruleset::kStandard, TieBreak::kMajority}};
    preset.time_control.first = 1600ms;
    preset.time_control.move = 100ms;
    return preset;
}

/// A bank of 10 s, and 500 ms more for every move; bots read both from `settings`.
Preset riddles() {
    Preset preset{.name = "riddles",
                  .alias = "",
                  .description = "riddles.io: a bank of 10 s and 500 ms a move",
                  .rules = {Ruleset::kStandard}};
    preset.time_control.game = 10s;
    preset.time_control.increment = 500ms;
    return preset;
}

Preset theaigames() {
    Preset preset = riddles();
    preset.name = "theaigames";
    preset.description = "theaigames.com, the predecessor of riddles.io: the same clock";
    return preset;
}

}  // namespace

std::span<const Preset> presets() {
    static const std::vector<Preset> kPresets = {course_select_move(), course_select_move_open(),
                                                 course_class_move(),  friends_function(),
                                                 code_tournament(),    java_course(),
                                                 codingame(),          riddles(),
                                                 theaigames()};
    return kPresets;
}

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
