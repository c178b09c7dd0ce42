// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "base/result.h"

namespace ninefold::bots {

/// What a short program of ours (not a bot) said.
struct ToolOutput {
    int code = 0;  ///< its exit code; 128 + N where signal N ended it
    std::string output, errors;
};

/// Runs one of our own tools, whose program is given by an absolute path, in this process's
/// environment, and waits for its end. The error says that it did not start or took too long.
base::Result<ToolOutput> run_tool(std::vector<std::string> command, std::chrono::seconds limit);

}  // namespace ninefold::bots
