// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <vector>

#include "process/bot_command.h"

namespace ninefold::process {

struct SandboxOptions;

// Which folders of this machine a bot's own files are in, and how much of them it sees.

bool contains(const std::vector<std::filesystem::path>& paths, const std::filesystem::path& path);
bool is_inside_any(const std::filesystem::path& path,
                   const std::vector<std::filesystem::path>& folders);

/// Folders that hold more than one bot's things: of these only the bot's own file is shown.
bool is_too_wide(const std::filesystem::path& folder);

/// The bot's own files by its command and its plan, without what is shown as it is.
std::vector<std::filesystem::path> named_files(const BotCommand& command,
                                               const SandboxOptions& options);

/// The folders, or single files, to be copied, in the order in which the command needs them: none
/// lies in another one.
std::vector<std::filesystem::path> roots_of(const BotCommand& command,
                                            const std::vector<std::filesystem::path>& named);

}  // namespace ninefold::process
