// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "sources/bot_plan.h"
#include "sources/house_rules.h"
#include "sources/python_interpreter.h"

namespace ninefold::sources {

/// A Python file as its name tells it: FILE[#MEMBER[:NAME=VALUE,…]].
struct PythonFile {
    std::filesystem::path path;  ///< absolute
    std::string member;          ///< class or function; empty: found in the file
    std::string arguments;       ///< of a best_move class, `depth=3,width=2`
    std::string interface;       ///< select_move, class, function or best_move; empty: recognised
};

/// A bot of one of the four Python communities, run by hosts/python. The file is read, never run,
/// to find out which it is.
base::Result<BotPlan> plan_python_bot(const PythonFile& file, const HouseRules& rules,
                                      std::shared_ptr<process::ProcessSupervisor> supervisor);

/// The interpreter that a Python program needs, read from the program; notes what it lacks.
base::Result<PythonInterpreter> python_for_program(const std::filesystem::path& path,
                                                   const HouseRules& rules,
                                                   std::vector<std::string>& notes);

/// A Python program that speaks a protocol itself, run by an interpreter that has what it imports.
base::Result<BotPlan> plan_python_program(const std::filesystem::path& path,
                                          process::Protocol protocol, process::UgiOptions options,
                                          const HouseRules& rules,
                                          std::shared_ptr<process::ProcessSupervisor> supervisor);

}  // namespace ninefold::sources
