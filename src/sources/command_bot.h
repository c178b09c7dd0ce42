// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "process/process_bot.h"
#include "sources/bot_plan.h"
#include "sources/house_rules.h"

namespace ninefold::sources {

/// A program with all that it needs to run under the house's rules.
struct ProgramPlan {
    std::string name, description;
    process::BotCommand command;
    process::Protocol protocol = process::Protocol::kUgi;
    process::UgiOptions options;
    bool is_hosted = false;
    Paths files;                   ///< the bot's own; shown to it, never hidden from it
    Paths read_only;               ///< what else it must see as it is: its interpreter
    std::filesystem::path host{};  ///< the folder of the program that runs it; may be empty
    std::vector<std::string> notes;
};

/// The specification of one slot's process.
process::ProcessSpec process_spec(const ProgramPlan& program, const HouseRules& rules, int slot,
                                  const Paths& hidden);

BotPlan plan_program(ProgramPlan program, const HouseRules& rules,
                     std::shared_ptr<process::ProcessSupervisor> supervisor);

/// The command behind `ugi:`, `codingame:` or `riddles:`.
base::Result<BotPlan> plan_command(const std::vector<std::string>& command,
                                   process::Protocol protocol, process::UgiOptions options,
                                   const HouseRules& rules,
                                   std::shared_ptr<process::ProcessSupervisor> supervisor);

std::string_view name(process::Protocol protocol);

}  // namespace ninefold::sources
