// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "process/process_bot.h"
#include "sources/bot_name.h"
#include "sources/bot_source.h"
#include "sources/house_rules.h"
#include "sources/python_interpreter.h"

namespace ninefold::sources {

/// Under which rules bots are planned, and who will run them.
struct PlanContext {
    const HouseRules& rules;
    std::shared_ptr<process::ProcessSupervisor> supervisor;
};

/// A program that plays, with all that it needs to run under the house's rules.
struct ProgramPlan {
    explicit ProgramPlan(const HouseRules& rules);

    /// Of its process in any slot. The sandbox's `own` are the bot's files, and what its
    /// interpreter needs is among the sandbox's `read_only`.
    process::ProcessSpec spec;
    BotSource source;  ///< description, notes, and whether a host runs it
};

/// The specification of one slot's process.
process::ProcessSpec spec_of_slot(process::ProcessSpec spec, const std::vector<int>& cores,
                                  int slot, const Paths& hidden);

/// The program's source, with all that follows from its specification.
BotSource plan_program(ProgramPlan program, const PlanContext& context);

/// The folder with the hosts that run other communities' bot files: `wanted` where it is not empty,
/// else the environment's NINEFOLD_HOSTS, else what lies beside the program: `../hosts` and
/// `../../hosts` (built in the source tree), `../share/ninefold/hosts` (installed).
base::Result<std::filesystem::path> find_hosts(const std::filesystem::path& wanted);

// A plan for each kind of name. The path of a file is absolute.

/// The command behind `ugi:`, `codingame:` or `riddles:`.
base::Result<BotSource> plan_command(const BotName& name, const PlanContext& context);

/// A bot of one of the Python communities, run by hosts/python. The file is read, never run,
/// to find out which it is where its name does not tell.
base::Result<BotSource> plan_python_bot(BotName name, const PlanContext& context);

/// A Python program that speaks a protocol itself, run by an interpreter that has what it imports.
base::Result<BotSource> plan_python_program(const BotName& name, process::Protocol protocol,
                                            const PlanContext& context);

/// A bot for uttt.game.PlayerInterface (a jar, a folder of classes, or one source file), run by
/// hosts/java. The host itself is built here where it never was. A source file is compiled once, in
/// the bot's sandbox, when the first bot is made; one that does not compile is left to the host,
/// which says why.
base::Result<BotSource> plan_java_bot(const BotName& name, const PlanContext& context);

/// One bot that is two: it plays X with the first and O with the second.
BotSource plan_sides(BotSource x, BotSource o);

/// The interpreter that a Python program needs, read from the program; notes what it lacks.
base::Result<PythonInterpreter> python_for_program(const std::filesystem::path& path,
                                                   const HouseRules& rules,
                                                   std::vector<std::string>& notes);

}  // namespace ninefold::sources
