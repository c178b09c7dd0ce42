// SPDX-License-Identifier: MIT
#include "base/own_groups.h"

#include <algorithm>
#include <optional>

#include "base/split.h"

namespace ninefold::base {

namespace {

/// One line of /proc/self/mountinfo, as far as it matters here.
struct Mount {
    std::string_view root, point, type, options;
};

std::optional<Mount> parse_mount(std::string_view line) {
    const std::vector<std::string_view> words = split_words(line);
    for (std::size_t i = 6; i + 3 < words.size(); ++i) {
        if (words[i] == "-") return Mount{words[3], words[4], words[i + 1], words[i + 3]};
    }
    return std::nullopt;
}

/// The folder of a group in a mount that may show only a part of the hierarchy.
std::string group_folder(const Mount& mount, std::string_view group) {
    if (mount.root != "/" && group.starts_with(mount.root)) group.remove_prefix(mount.root.size());
    while (group.starts_with('/')) group.remove_prefix(1);
    // A path that leads out of the mount belongs to another namespace's view.
    if (group.starts_with("..")) return {};
    return std::string(mount.point).append(group.empty() ? "" : "/").append(group);
}

}  // namespace

std::vector<OwnGroup> own_groups(std::string_view mounts, std::string_view memberships) {
    std::vector<OwnGroup> groups;
    for (const std::string_view line : split(mounts, '\n')) {
        const auto mount = parse_mount(line);
        if (!mount || (mount->type != "cgroup" && mount->type != "cgroup2")) continue;
        const auto mounted = split(mount->options, ',');
        for (const std::string_view membership : split(memberships, '\n')) {
            // HIERARCHY:CONTROLLERS:PATH, and 0::PATH for version 2
            const std::size_t first = membership.find(':');
            const std::size_t second = membership.find(':', first + 1);
            if (second == std::string_view::npos) continue;
            const std::string folder = group_folder(*mount, membership.substr(second + 1));
            for (const auto name : split(membership.substr(first + 1, second - first - 1), ',')) {
                const bool is_mounted =
                    mount->type == "cgroup2"
                        ? name.empty()
                        : !name.empty() && std::count(mounted.begin(), mounted.end(), name) > 0;
                if (!is_mounted) continue;
                groups.push_back({std::string(name), std::string(mount->point), folder});
            }
        }
    }
    return groups;
}

}  // namespace ninefold::base
