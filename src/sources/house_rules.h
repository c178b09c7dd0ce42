// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "process/process_bot.h"

namespace ninefold::sources {

/// How an organiser wants bots to be run, the same for all bots of a match or tournament.
struct HouseRules {
    process::SandboxOptions sandbox;
    process::ProcessLimits limits;
    bool ponder = false;     ///< bots may think on the opponent's time
    std::vector<int> cores;  ///< slot i is pinned to cores[i % size]; empty: no pinning
    std::string python;      ///< interpreter for Python bots; empty: one is chosen
    std::vector<std::string> allowed_imports;  ///< of Python bots, others refused; empty: all
    std::vector<std::string> usual_imports;    ///< of a community; others are noted, not refused
    bool single_block = false;         ///< bots are asked for plain tic-tac-toe, see SingleBlock
    std::chrono::seconds reading{20};  ///< a bot's Python files, each time one of our tools does
    std::filesystem::path hosts;       ///< folder of the hosts; empty: see find_hosts
};

}  // namespace ninefold::sources
