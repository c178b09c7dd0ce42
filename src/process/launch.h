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
    /// bwrap tells the namespace's first process here, the other end being inherited.
    base::FileDescriptor namespace_info;
    /// Puts a small process of ours between this one and the program, below which all of the
    /// program's processes stay. For programs without a PID namespace.
    bool guarded = false;
};

/// A started program. Its pipes do not block.
struct Launched {
    pid_t pid = -1;  ///< our direct child: the program, bwrap, or the guard
    base::FileDescriptor input, output, errors;
    /// Becomes readable when the program has ended: a pidfd, or the guard's word (its status as an
    /// int).
    base::FileDescriptor ended;
    base::FileDescriptor namespace_info;
    bool guarded = false;
};

/// Starts it. The child dies with the *thread* that calls this, so that a kill of the referee
/// leaves nothing behind.
base::Result<Launched> launch(LaunchPlan plan);

}  // namespace ninefold::process
