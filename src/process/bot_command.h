// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace ninefold::process {

struct ConfinedProgram;

/// The command of a bot, with where it runs.
struct BotCommand {
    std::vector<std::string> arguments;  ///< program first
    /// Where it runs. Empty: where its program or script lies, or the current folder.
    std::filesystem::path folder;
};

/// The files and folders among the arguments that belong to the bot, as absolute paths.
std::vector<std::filesystem::path> own_files(const BotCommand& command);

/// Where the bot runs.
std::filesystem::path working_folder(const BotCommand& command);

/// The arguments with the program found and the bot's own files as absolute paths, because relative
/// ones are meant from where the organiser stands. `search` is a PATH. Says why a program cannot
/// be run.
base::Result<std::vector<std::string>> resolved_arguments(const BotCommand& command,
                                                          const std::string& search);

/// Finds a program as a shell would and says why it cannot be run. `folder` is for relative paths.
base::Result<std::filesystem::path> find_program(const std::string& name, const std::string& search,
                                                 const std::filesystem::path& folder);

/// The program on PATH as a shell would find it, pyenv's shims passed over: they run scripts that
/// a sandbox does not show. Empty where there is none.
std::filesystem::path find_on_path(const std::string& name);

/// Of a variable of the environment; empty where it is not set.
std::string environment_value(const char* name);
/// The same, and removes it, so that no program that is started later gets it.
std::string take_secret(const char* name);

/// Absolute from the current folder and normal, without a folder's last slash.
std::filesystem::path absolute_path(const std::filesystem::path& path);

/// Whether a path lies in one of the folders that every bot sees (/usr, /bin, /lib …).
bool is_system(const std::filesystem::path& path);

// Which folders of this machine a bot's own files are in, and how much of them it sees.

bool contains(const std::vector<std::filesystem::path>& paths, const std::filesystem::path& path);
bool is_inside_any(const std::filesystem::path& path,
                   const std::vector<std::filesystem::path>& folders);

/// Folders that hold more than one bot's things: of these only the bot's own file is shown.
bool is_too_wide(const std::filesystem::path& folder);

/// The bot's own files by its command and its plan, without what is shown as it is.
std::vector<std::filesystem::path> named_files(const ConfinedProgram& program);

/// The folders, or single files, to be copied, in the order in which the command needs them: none
/// lies in another one.
std::vector<std::filesystem::path> roots_of(const BotCommand& command,
                                            const std::vector<std::filesystem::path>& named);

}  // namespace ninefold::process
