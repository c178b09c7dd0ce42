// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "process/bot_command.h"
#include "process/cgroup.h"
#include "process/launch.h"
#include "process/private_copy.h"

namespace ninefold::process {

/// What a process bot may see and use. docs/sandbox.md tells how each part is enforced.
struct SandboxOptions {
    bool enabled = true;  ///< false: no namespaces, only limits (`--no-sandbox`)

    /// Shown read-only at the same path, besides the system and the bot's own files: interpreters
    /// outside /usr.
    std::vector<std::filesystem::path> read_only;
    /// The folder of the program that runs the bot's file, shown read-only as /host; may be empty.
    std::filesystem::path host;
    /// The bot's own files, besides those that its command names.
    std::vector<std::filesystem::path> own;
    /// The other bots' files, never shown unless they are the bot's own as well (PrivateCopy).
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

/// A program of a bot, with what it may see and use.
struct ConfinedProgram {
    BotCommand command;
    SandboxOptions sandbox;
};

/// How a bot gets the rights of a user that is not root on this machine.
enum class Confinement : std::uint8_t {
    kUserNamespace,       ///< in a namespace that maps the referee's own user, which is not root
    kSetuidBubblewrap,    ///< no such namespaces here: bwrap itself has the rights to make others
    kOwnUser,             ///< root's bwrap; the bot changes to a user of its own before it starts
    kOwnUserInNamespace,  ///< bwrap itself is started as that user: root without all its rights
};

/// Starts bots in bubblewrap namespaces. Made once, when a probe in a sandbox has told that it is
/// as tight as it should be. Any thread.
class Sandbox {
public:
    /// Tries bubblewrap. The error says what is missing or open, and what to do.
    static base::Result<Sandbox> find();

    /// Copies what the bot may see of its own.
    base::Result<SharedCopy> take_files(const ConfinedProgram& program) const;
    /// `files` must live as long as the process.
    base::Result<LaunchPlan> plan(const ConfinedProgram& program, const PrivateCopy& files,
                                  const Cgroup& group) const;

private:
    Sandbox(std::string bwrap, Confinement confinement);
    std::optional<uid_t> user_of_next_bot() const;

    std::string bwrap_;
    Confinement confinement_;
    std::shared_ptr<std::atomic<unsigned>> next_user_;
};

/// The plan without a sandbox: resource limits, a small environment.
base::Result<LaunchPlan> plan_without_sandbox(const ConfinedProgram& program, const Cgroup& group);

/// What of the options this machine does not enforce, one sentence each, for a note to the
/// organiser.
std::vector<std::string> not_enforced(const SandboxOptions& options, const Cgroup& group);

}  // namespace ninefold::process
