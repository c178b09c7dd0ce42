// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ninefold::base {

/// A control group that a process is in, where Linux shows it.
struct OwnGroup {
    std::string controller;  ///< of version 1; empty: version 2, which has all of them
    std::string top;         ///< the highest folder of its hierarchy that can be seen
    std::string folder;      ///< its own; empty where that lies outside of what can be seen
};

/// From the contents of /proc/self/mountinfo and /proc/self/cgroup.
std::vector<OwnGroup> own_groups(std::string_view mounts, std::string_view memberships);

}  // namespace ninefold::base
