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

/// The words of a command as a shell would see them: blanks separate, '…' and "…" hold together,
/// a backslash takes the next character as it is. Nothing is expanded.
base::Result<std::vector<std::string>> split_command(std::string_view text);

/// The first of these words, and where it ends in the text; empty at the end of the text.
struct CommandWord {
    std::string text;
    std::size_t end = 0;
};
base::Result<CommandWord> first_word(std::string_view text);

/// A program with all that it needs to run under the house's rules.
struct ProgramPlan {
    std::string name, description;
    process::BotCommand command;
    process::Protocol protocol = process::Protocol::kUgi;
    process::UgiOptions options;
    bool is_hosted = false;
    Paths files;      ///< the bot's own; shown to it, never hidden from it
    Paths read_only;  ///< what else it must see as it is: its host, its interpreter
    std::vector<std::string> notes;
};

/// The specification of one slot's process.
process::ProcessSpec process_spec(const ProgramPlan& program, const HouseRules& rules, int slot,
                                  const Paths& hidden);

BotPlan plan_program(ProgramPlan program, const HouseRules& rules,
                     std::shared_ptr<process::ProcessSupervisor> supervisor);

/// `COMMAND` behind `ugi:`, `codingame:` or `riddles:`.
base::Result<BotPlan> plan_command(std::string_view command, process::Protocol protocol,
                                   process::UgiOptions options, const HouseRules& rules,
                                   std::shared_ptr<process::ProcessSupervisor> supervisor);

std::string_view name(process::Protocol protocol);

}  // namespace ninefold::sources
