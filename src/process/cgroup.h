// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_descriptor.h"

namespace ninefold::process {

/// What a control group holds its processes to, all of them together.
struct GroupLimits {
    std::uint64_t memory_bytes = 0;  ///< 0: no limit
    int processes = 0;               ///< threads count; 0: no limit
    std::optional<double> cpus;      ///< share of processor time, 1.0 is one core
};

/// Where this program may make control groups: below its own group in the unified hierarchy
/// (version 2) and in each controller's own hierarchy (version 1). Either may be missing; both are
/// used together on systems that mount both. Read-only after creation.
class CgroupSite {
public:
    /// Looks at this process. Where its own version 2 group is delegated to it, moves the process
    /// to a group below that one, because a group that hands controllers on may hold no processes.
    /// Ends and removes what a killed program left behind.
    static CgroupSite find();

    /// The same, but touches nothing.
    static CgroupSite look();

    /// Nothing where there is none.
    std::filesystem::path unified;
    std::map<std::string, std::filesystem::path, std::less<>> controllers;  ///< version 1, by name
};

/// `ninefold-REFEREE-NUMBER`, after the program that makes it (referee_mark.h).
std::string group_name(unsigned number);

/// One bot's control group: limits its processes, freezes and kills them wherever they moved to.
/// Each ability may be missing and is asked for. Removes itself at the end of its life, when its
/// processes must be gone. The owner's thread or one that holds the owner's lock.
class Cgroup {
public:
    /// As much as the site allows; possibly nothing at all.
    Cgroup(const CgroupSite& site, std::string_view name, const GroupLimits& limits);
    ~Cgroup();
    Cgroup(const Cgroup&) = delete;
    Cgroup& operator=(const Cgroup&) = delete;

    bool limits_memory() const { return limits_memory_; }
    bool limits_processes() const { return limits_processes_; }
    bool limits_cpu() const { return limits_cpu_; }
    bool can_freeze() const { return !freeze_file_.empty(); }

    /// Open `cgroup.procs` files; a process that writes `0` to each has joined.
    std::vector<int> entrances() const;

    void set_frozen(bool frozen);
    /// Whether set_frozen(true) has reached all of them: what is inside the kernel is frozen only
    /// when it leaves it.
    bool is_frozen() const;
    /// Whether they run only where others leave a processor free. Does nothing where the kernel is
    /// older than 5.15.
    void set_idle(bool idle);
    /// Kills all that are inside, once, and thaws them.
    void kill_all();
    bool is_empty() const;
    /// Whether the kernel killed one of them for memory.
    bool ran_out_of_memory() const;
    /// The most they have had together, in bytes; nothing where that is not counted.
    std::optional<std::uint64_t> peak_memory() const;

private:
    /// Makes the group in one hierarchy, as the last of folders_; false where that is not possible.
    bool add_folder(const std::filesystem::path& folder);
    void set_up_unified(const std::filesystem::path& folder, const GroupLimits& limits);

    std::vector<std::filesystem::path> folders_;
    std::vector<base::FileDescriptor> entrances_;
    std::filesystem::path freeze_file_, frozen_file_, idle_file_, memory_events_, memory_peak_;
    std::string_view freeze_word_, thaw_word_, frozen_words_;
    bool limits_memory_ = false, limits_processes_ = false, limits_cpu_ = false;
    bool is_idle_ = false;
};

}  // namespace ninefold::process
