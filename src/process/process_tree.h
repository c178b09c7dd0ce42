// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace ninefold::process {

/// What the kernel says in a file of /proc or of a control group. Empty where there is none, or
/// where the process that it tells of ends while it is read.
std::string kernel_file(const std::filesystem::path& path);

/// What /proc/PID/stat says of a process. By default: of one that is gone.
struct ProcessStat {
    char state = 'Z';  ///< of its first thread
    pid_t parent = 0;
    int threads = 0;                   ///< with the first one, even if that has ended
    std::string start;                 ///< when it began, by the kernel's count
    std::chrono::milliseconds used{};  ///< processor time of all its threads

    /// The first thread of a living process may be a zombie: other threads can outlive it.
    bool is_living() const { return (state != 'Z' && state != 'X') || threads > 1; }
};
ProcessStat process_stat(pid_t pid);

/// Every process there is now, as /proc lists them.
std::vector<pid_t> all_processes();

/// All living processes below `root` (itself not included), whatever session or group they moved
/// to. Zombies do not count. A process that loses its parent stays below the nearest subreaper or
/// namespace init, which `root` should therefore be.
std::vector<pid_t> descendants(pid_t root);

/// All processes below `root` by their numbers, ended ones included. One that was gone when it was
/// looked at has the default ProcessStat.
using ProcessTable = std::map<pid_t, ProcessStat>;
ProcessTable processes_below(pid_t root);

/// The most memory that a living process has had resident, in bytes; 0 where it is gone.
std::uint64_t peak_memory_of(pid_t pid);

/// Sends SIGCONT to every descendant that there is at first. Lists them twice, because one that
/// loses its parent meanwhile may be missing once, and not more often, because others may fork for
/// ever.
void continue_descendants(pid_t root);

/// Sends SIGSTOP to every descendant that is not stopped, and looks again until all of them are, so
/// that none is continued by one that still ran; for `limit` at the most. False if it found one
/// awake.
bool stop_descendants(pid_t root, std::chrono::milliseconds limit);

/// Kills every descendant and waits until none is left; false if some remain after the time.
bool kill_descendants(pid_t root, std::chrono::milliseconds limit);

}  // namespace ninefold::process
