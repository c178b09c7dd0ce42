// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "process/process_bot.h"
#include "sources/bot_name.h"
#include "sources/bot_plan.h"
#include "sources/house_rules.h"
#include "sources/python_interpreter.h"

namespace ninefold::sources {

/// Under which rules bots are planned, and who will run them.
struct House {
    const HouseRules& rules;
    std::shared_ptr<process::ProcessSupervisor> supervisor;
};

/// A program that plays, with all that it needs to run under the house's rules.
struct ProgramPlan {
    explicit ProgramPlan(const HouseRules& rules);

    /// Of its process in any slot. The sandbox's `own` are the bot's files, and what its
    /// interpreter needs is among the sandbox's `read_only`.
    process::ProcessSpec spec;
    std::string description;
    bool is_hosted = false;
    std::vector<std::string> notes;
};

/// The specification of one slot's process.
process::ProcessSpec spec_of_slot(const ProgramPlan& program, const std::vector<int>& cores,
                                  int slot, const Paths& hidden);

BotPlan plan_program(ProgramPlan program, const House& house);

// A plan for each kind of name. The path of a file is absolute.

/// The command behind `ugi:`, `codingame:` or `riddles:`.
base::Result<BotPlan> plan_command(const BotName& name, const House& house);

/// A bot of one of the four Python communities, run by hosts/python. The file is read, never run,
/// to find out which it is where its name does not tell.
base::Result<BotPlan> plan_python_bot(BotName name, const House& house);

/// A Python program that speaks a protocol itself, run by an interpreter that has what it imports.
base::Result<BotPlan> plan_python_program(const BotName& name, process::Protocol protocol,
                                          const House& house);

/// A bot for uttt.game.PlayerInterface (a jar, a folder of classes, or one source file), run by
/// hosts/java. The host itself is built here where it never was. A source file is compiled once, in
/// the bot's sandbox, when the first bot is made; one that does not compile is left to the host,
/// which says why.
base::Result<BotPlan> plan_java_bot(const BotName& name, const House& house);

/// One bot that is two: it plays X with the first and O with the second.
BotPlan plan_sides(BotPlan x, BotPlan o);

/// The interpreter that a Python program needs, read from the program; notes what it lacks.
base::Result<PythonInterpreter> python_for_program(const std::filesystem::path& path,
                                                   const HouseRules& rules,
                                                   std::vector<std::string>& notes);

}  // namespace ninefold::sources
