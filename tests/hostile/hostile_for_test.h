// SPDX-License-Identifier: MIT
// Hostile bots and what is left of them, for tests.
#pragma once

#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "process/process_bot.h"
#include "process/process_tree.h"

namespace ninefold::process {

inline std::string bot_path(std::string_view name) {
    const char* folder = std::getenv("HOSTILE_BOTS");  // where users are who cannot read the build
    return std::filesystem::path(folder != nullptr ? folder : HOSTILE_BOTS) / name;
}

inline ProcessSpec spec_of(std::string_view name, bool sandbox,
                           std::chrono::milliseconds start_up) {
    ProcessSpec spec;
    spec.command.arguments = {bot_path(name)};
    spec.sandbox.enabled = sandbox;
    spec.sandbox.memory_bytes = 128 << 20;
    spec.sandbox.hidden = {bot_path("secret_bot.txt")};
    spec.limits.start_up = start_up;
    return spec;
}

/// A process that loses its parent becomes a child of this one, and can be found among its
/// descendants.
inline void adopt_orphans(bool adopt = true) { ::prctl(PR_SET_CHILD_SUBREAPER, adopt ? 1 : 0); }

/// Processes of this test whose command line names the bot, wrappers included; but not tests like
/// this one, whose filter may name it. Another program of the machine may name it as well.
inline std::vector<pid_t> processes_of(std::string_view name) {
    std::vector<pid_t> found;
    // Its folder has another name in the sandbox.
    const std::string path = '/' + std::filesystem::path(name).filename().string() + '\0';
    for (const pid_t pid : descendants(::getpid())) {
        const std::filesystem::path folder = "/proc/" + std::to_string(pid);
        const std::string program = kernel_file(folder / "comm");
        if (program == std::string(::program_invocation_short_name) + '\n') continue;
        if (kernel_file(folder / "cmdline").find(path) != std::string::npos) found.push_back(pid);
    }
    return found;
}

/// What a verdict may come later than on a quiet machine, where NINEFOLD_QUIET says it is one.
inline std::chrono::milliseconds busy_machine_margin() {
    return std::chrono::seconds(std::getenv("NINEFOLD_QUIET") != nullptr ? 0 : 3);
}

/// Waits for what must come true by itself; the bound only ends a failed test.
template <typename Condition>
bool eventually(Condition condition, std::chrono::milliseconds bound = std::chrono::seconds(10)) {
    const auto end = std::chrono::steady_clock::now() + bound;
    while (!condition()) {
        if (std::chrono::steady_clock::now() > end) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return true;
}

}  // namespace ninefold::process
