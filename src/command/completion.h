// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "command/command_outline.h"

namespace ninefold::command {

/// Scripts that let a shell complete the program's commands, options and values; where none of them
/// fits, it completes file names. Each goes to where the shell looks for completions
/// (docs/install.md).
std::string bash_completion(const CommandOutline& program);
std::string zsh_completion(const CommandOutline& program);
std::string fish_completion(const CommandOutline& program);

}  // namespace ninefold::command
