// SPDX-License-Identifier: MIT
#include "search/memory_limit.h"

#if __has_include(<unistd.h>)
#include <unistd.h>
#endif
#ifdef __linux__
#include <algorithm>
#include <fstream>
#include <iterator>
#include <limits>
#include <string_view>

#include "base/number.h"
#include "base/own_groups.h"
#endif

namespace ninefold::search {

namespace {

std::size_t machine_memory() {
#ifdef _SC_PHYS_PAGES
    const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    if (pages > 0 && size > 0) {
        return static_cast<std::size_t>(pages) * static_cast<std::size_t>(size);
    }
#endif
    return std::size_t{1} << 31;
}

#ifdef __linux__

constexpr std::size_t kUnlimited = std::numeric_limits<std::size_t>::max();

std::string contents(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// The smallest limit of a group and of those above it.
std::size_t limit_up_from(std::string folder, std::size_t top, std::string_view file) {
    for (std::size_t limit = kUnlimited;; folder.resize(folder.rfind('/'))) {
        std::string number;
        std::ifstream(folder + '/' + std::string(file)) >> number;  // `max` is no number
        limit = std::min(limit, base::parse_number<std::size_t>(number).value_or(kUnlimited));
        if (folder.size() <= top || folder.rfind('/') == std::string::npos) return limit;
    }
}

std::size_t group_limit(const std::string& root) {
    std::size_t limit = kUnlimited;
    for (const base::OwnGroup& group : base::own_groups(contents(root + "/proc/self/mountinfo"),
                                                        contents(root + "/proc/self/cgroup"))) {
        if (!group.controller.empty() && group.controller != "memory") continue;
        const std::string& folder = group.folder.empty() ? group.top : group.folder;
        limit = std::min(limit, limit_up_from(root + folder, root.size() + group.top.size(),
                                              group.controller.empty() ? "memory.max"
                                                                       : "memory.limit_in_bytes"));
    }
    return limit;
}

#endif

}  // namespace

std::size_t memory_limit([[maybe_unused]] const std::string& root) {
#ifdef __linux__
    return std::min(machine_memory(), group_limit(root));
#else
    return machine_memory();
#endif
}

}  // namespace ninefold::search
