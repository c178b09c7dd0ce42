// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>

#include "base/embedded_file.h"
#include "process/bot_command.h"

namespace ninefold::process {

/// data/probes/sandbox.sh alone.
std::span<const base::EmbeddedFile> sandbox_probe_file();

/// A program that tells what it finds in its sandbox, run there before the first bot. It tries what
/// a bot must not be able to, and reports how it went.
BotCommand sandbox_probe();

/// What is wrong with the sandbox by the probe's report, as a sentence's end ("the bot's user would
/// be root on this machine"); nothing where all is as it should be. A report that lacks something
/// is a fault too. `starter` is the user that started bwrap: a user who is not root cannot map root
/// into a user namespace.
std::optional<std::string> sandbox_fault(std::string_view report, uid_t starter);

}  // namespace ninefold::process
