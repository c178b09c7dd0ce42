// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "bots/bot_command.h"
#include "bots/cgroup.h"
#include "bots/launch.h"

namespace ninefold::bots {

/// What a process bot may see and use. docs/sandbox.md tells how each part is enforced.
struct SandboxOptions {
    bool enabled = true;  ///< false: no namespaces, only limits (`--no-sandbox`)

    /// Shown read-only at the same path, besides the system and the bot's own folder: hosts,
    /// interpreters outside /usr.
    std::vector<std::filesystem::path> read_only;
    /// Made unreadable wherever they would show: the other bots' files in a shared folder. The
    /// bot's own files are never hidden.
    std::vector<std::filesystem::path> hidden;
    /// NAME, VALUE for the bot, besides PATH, HOME, TMPDIR and LANG.
    std::vector<std::pair<std::string, std::string>> environment;

    std::uint64_t memory_bytes = std::uint64_t{1} << 30;  ///< of all its processes; 0: no limit
    std::uint64_t tmp_bytes = std::uint64_t{64} << 20;    ///< of /tmp and of /dev/shm, each
    int processes = 128;                                  ///< threads count; 0: no limit
    int open_files = 1024;                                ///< each process
    std::optional<double> cpus;  ///< share of processor time, 1.0 is one core
    std::vector<int> cores;      ///< to be pinned to; empty: any
};

/// Starts bots in bubblewrap namespaces. Made once, when it has been tried that they work here.
/// Any thread.
class Sandbox {
public:
    /// Tries bubblewrap. The error says what is missing and what to do.
    static base::Result<Sandbox> find();

    base::Result<LaunchPlan> plan(const BotCommand& command, const SandboxOptions& options,
                                  const Cgroup& group) const;

private:
    std::string bwrap_;
    bool user_namespace_ = true;
};

/// The plan without a sandbox: a guard process, resource limits, a small environment.
base::Result<LaunchPlan> plan_without_sandbox(const BotCommand& command,
                                              const SandboxOptions& options, const Cgroup& group);

/// What of the options this machine does not enforce, one sentence each, for a note to the
/// organiser.
std::vector<std::string> not_enforced(const SandboxOptions& options, const Cgroup& group);

}  // namespace ninefold::bots
