// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "bots/bot.h"
#include "bots/dialect.h"
#include "bots/keeper.h"
#include "bots/process_limits.h"
#include "bots/sandbox.h"

namespace ninefold::bots {

/// The protocol that a process bot speaks.
enum class Protocol : std::uint8_t { kUgi, kCodingame, kRiddles, kTheAiGames };

/// Everything about a bot that is a program.
struct ProcessSpec {
    std::string name;  ///< shown until the bot says its own; empty: the command
    BotCommand command;
    Protocol protocol = Protocol::kUgi;
    BotOptions options;    ///< UGI options; one that the bot does not declare is a failed start
    bool ponders = false;  ///< runs on while its opponent thinks
    ProcessLimits limits;
    SandboxOptions sandbox;
};

/// A bot that runs as a process of its own. Nothing is started before the first game; an error
/// means that it never can be (no such program, no sandbox here).
base::Result<std::unique_ptr<Bot>> make_process_bot(ProcessSpec spec,
                                                    std::shared_ptr<Keeper> keeper);

}  // namespace ninefold::bots
