// SPDX-License-Identifier: MIT
#include "search/memory_limit.h"

#if __has_include(<unistd.h>)
#include <unistd.h>
#endif
#ifdef __linux__
#include <algorithm>
#include <fstream>
#include <limits>
#include <string_view>

#include "base/number.h"
#include "base/split.h"
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

/// A hierarchy of control groups that limits memory: version 2, or the one of version 1 for it.
struct Hierarchy {
    std::string_view type;    ///< of its mount
    std::string_view option;  ///< of its mount, and what /proc/self/cgroup calls it
    std::string_view file;    ///< that has the limit
};
constexpr Hierarchy kHierarchies[] = {{"cgroup2", "", "memory.max"},
                                      {"cgroup", "memory", "memory.limit_in_bytes"}};

bool is_listed(std::string_view list, std::string_view name) {
    const auto names = base::split(list, ',');
    return name.empty() || std::ranges::find(names, name) != names.end();
}

/// This process's group: `0::/user.slice`, `4:memory:/docker/1f2e`.
std::string own_group(const std::string& root, const Hierarchy& hierarchy) {
    std::ifstream lines(root + "/proc/self/cgroup");
    for (std::string line; std::getline(lines, line);) {
        const std::size_t first = line.find(':'), second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos) continue;
        const std::string_view names = std::string_view(line).substr(first + 1, second - first - 1);
        const bool is_it =
            hierarchy.option.empty() ? names.empty() : is_listed(names, hierarchy.option);
        if (is_it) return line.substr(second + 1);
    }
    return {};
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

std::size_t group_limit(const std::string& root, const Hierarchy& hierarchy) {
    std::string group = own_group(root, hierarchy);
    std::ifstream lines(root + "/proc/self/mountinfo");
    for (std::string line; std::getline(lines, line);) {
        const auto words = base::split_words(line);
        const auto dash = std::ranges::find(words, "-");
        if (words.size() < 6 || words.end() - dash < 4) continue;
        if (dash[1] != hierarchy.type || !is_listed(dash[3], hierarchy.option)) continue;
        // A mount may show a part of the hierarchy only, and a namespace the way out of it.
        const std::string_view shown = words[3] == "/" ? "" : words[3];
        if (group.starts_with(shown)) group.erase(0, shown.size());
        if (group.starts_with("/..")) group.clear();
        while (group.ends_with('/')) group.pop_back();
        const std::string top = root + std::string(words[4]);
        return limit_up_from(top + group, top.size(), hierarchy.file);
    }
    return kUnlimited;
}

#endif

}  // namespace

std::size_t memory_limit([[maybe_unused]] const std::string& root) {
    std::size_t limit = machine_memory();
#ifdef __linux__
    for (const Hierarchy& hierarchy : kHierarchies) {
        limit = std::min(limit, group_limit(root, hierarchy));
    }
#endif
    return limit;
}

}  // namespace ninefold::search
