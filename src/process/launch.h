// SPDX-License-Identifier: MIT
#pragma once

#include <sys/resource.h>
#include <sys/types.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/file_descriptor.h"
#include "base/result.h"

namespace ninefold::process {

/// All that is needed to start a program, prepared before the fork.
struct LaunchPlan {
    std::vector<std::string> command;             ///< the program's absolute path first
    std::vector<std::string> environment;         ///< NAME=VALUE
    std::string folder;                           ///< to work in; empty: this process's
    std::vector<base::FileDescriptor> inherited;  ///< become 3, 4, … (or 4, 5, …) of the program
    std::vector<std::pair<int, rlim_t>> limits;   ///< RLIMIT_…, value
    std::vector<int> group_entrances;             ///< see Cgroup::entrances
    std::vector<int> cores;                       ///< to be pinned to; empty: any
    std::optional<uid_t> user;                    ///< to become, with the group of that number
    /// Gives the program its output pipe as descriptor 3, before the inherited ones, and standard
    /// error in its place: for a wrapper that must not hold the bot's output open.
    bool output_aside = false;
};

/// A started program, below a small process of ours, the guard. All that the program starts stays
/// below the guard, whichever parent, session or process group it leaves. The pipes do not block.
struct Launched {
    pid_t guard = -1;  ///< our direct child
    base::FileDescriptor input, output, errors;
    /// The guard's socket. The guard writes the program's wait status (an int) once the program and
    /// all that it started have ended; it kills them when our end of the socket closes.
    base::FileDescriptor ended;
    bool wrapped = false;  ///< the program is a wrapper, which reports a signal as 128 + its number
};

/// Starts it. Our end of the guard's socket closes with this process at the latest, so that a kill
/// of the referee leaves nothing behind, at whatever moment it comes.
base::Result<Launched> launch(LaunchPlan plan);

}  // namespace ninefold::process
