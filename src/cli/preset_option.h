// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "arena/preset.h"
#include "cli/bot_options.h"
#include "cli/commands.h"
#include "cli/position_options.h"

namespace ninefold::cli {

/// The option `--preset` of commands that play games: what a community's conditions say holds where
/// the command line says nothing else.
class PresetOption {
public:
    /// `what` begins its explanation.
    void add_to(Command& command, const std::string& what);

    /// Fills in rules, clock (where `time` is empty) and how bots are run. Returns the preset for
    /// whatever else it says; nothing where none is named. Throws CommandError.
    std::optional<arena::Preset> apply(PositionOptions& position, std::string& time,
                                       BotOptions& bots) const;

private:
    std::string name_;
};

}  // namespace ninefold::cli
