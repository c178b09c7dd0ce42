// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
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
    int processes = 128;         ///< threads count; 0: no limit
    int open_files = 1024;       ///< each process
    std::optional<double> cpus;  ///< share of processor time, 1.0 is one core
    std::vector<int> cores;      ///< to be pinned to; empty: any
};

/// The command of a bot with the places it needs.
struct BotCommand {
    std::vector<std::string> arguments;  ///< program first
    /// Where it runs. Empty: where its program or script lies, or the current folder.
    std::filesystem::path folder;
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

/// The files and folders among the arguments that belong to the bot, as absolute paths.
std::vector<std::filesystem::path> own_files(const BotCommand& command);

/// Finds the program as a shell would and says why it cannot be run. `search` is a PATH.
base::Result<std::filesystem::path> find_program(const std::string& name, const std::string& search,
                                                 const std::filesystem::path& folder);

}  // namespace ninefold::bots
