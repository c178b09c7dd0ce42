// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "process/cgroup.h"
#include "process/launch.h"

namespace ninefold::process {

/// What a short program of ours (not a bot) said.
struct ToolOutput {
    int code = 0;  ///< its exit code; 128 + N where signal N ended it
    std::string output, errors;
};

/// Runs one of our own tools, whose program is given by an absolute path, in this process's
/// environment with a limit of memory, and waits for its end. The error says that it did not start
/// or took too long.
base::Result<ToolOutput> run_tool(std::vector<std::string> command, std::chrono::seconds limit);

/// The same with a plan of its own, which may be one in a sandbox, and the control group that the
/// plan enters. Nothing of it is left when this returns.
base::Result<ToolOutput> run_tool(LaunchPlan plan, std::chrono::seconds limit,
                                  std::unique_ptr<Cgroup> group = nullptr);

}  // namespace ninefold::process
