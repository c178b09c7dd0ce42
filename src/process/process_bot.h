// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "base/result.h"
#include "bots/bot.h"
#include "process/dialect.h"
#include "process/process_supervisor.h"
#include "process/sandbox.h"
#include "protocol/ugi.h"

namespace ninefold::process {

/// What a process bot may take and say, besides its sandbox.
struct ProcessLimits {
    std::chrono::milliseconds start_up{10'000};    ///< for `ugiok`, and again for each `readyok`
    std::uint64_t bytes = std::uint64_t{1} << 20;  ///< of output while one answer is awaited
    std::uint64_t lines = 10'000;                  ///< of output while one answer is awaited
    std::size_t line_bytes = protocol::ugi::kMaxLine;
    std::chrono::milliseconds reading{1000};    ///< to make room for a question
    std::chrono::milliseconds stop_grace{500};  ///< to answer `stop`
    std::chrono::milliseconds quit_grace{200};  ///< to end after `quit`
};

/// Everything about a bot that is a program.
struct ProcessSpec : ConfinedProgram {
    std::string name;  ///< as its user calls it
    Protocol protocol = Protocol::kUgi;
    UgiOptions options;    ///< UGI options; one that the bot does not declare is a failed start
    bool ponders = false;  ///< runs on while its opponent thinks
    ProcessLimits limits;
};

/// A bot that runs as a process of its own. Nothing is started before the first game; an error
/// means that it never can be (no such program, no sandbox here).
base::Result<std::unique_ptr<bots::Bot>> make_process_bot(
    ProcessSpec spec, std::shared_ptr<ProcessSupervisor> supervisor);

}  // namespace ninefold::process
