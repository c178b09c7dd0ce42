// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "command/command_outline.h"

namespace ninefold::command {

/// A page of section 1 in roff.
struct ManPage {
    std::string name;  ///< `ninefold-tournament-run`
    std::string text;
};

/// One page for the command and one for each command behind it; `version` is the program's.
std::vector<ManPage> man_pages(const CommandOutline& command, const std::string& version);

}  // namespace ninefold::command
