// SPDX-License-Identifier: MIT
#include "process/bot_roots.h"

#include <algorithm>
#include <array>

#include "process/sandbox.h"

namespace ninefold::process {

namespace fs = std::filesystem;

bool is_too_wide(const fs::path& folder) {
    const fs::path home = environment_value("HOME");
    if (!home.empty() && is_inside(home.lexically_normal(), folder)) return true;
    constexpr std::array kWide = {"/",     "/tmp",  "/var", "/var/tmp",
                                  "/home", "/root", "/opt", "/srv"};
    return std::any_of(kWide.begin(), kWide.end(),
                       [&](const char* wide) { return folder == wide; });
}

bool contains(const std::vector<fs::path>& paths, const fs::path& path) {
    return std::find(paths.begin(), paths.end(), path) != paths.end();
}

bool is_inside_any(const fs::path& path, const std::vector<fs::path>& folders) {
    return std::any_of(folders.begin(), folders.end(),
                       [&](const fs::path& folder) { return is_inside(path, folder); });
}

std::vector<fs::path> named_files(const BotCommand& command, const SandboxOptions& options) {
    std::vector<fs::path> shown, named;
    for (const fs::path& path : options.read_only) shown.push_back(absolute_path(path));
    if (!options.host.empty()) shown.push_back(absolute_path(options.host));
    const auto add = [&](const fs::path& path) {
        if (is_system(path) || is_inside_any(path, shown) || contains(named, path)) return;
        named.push_back(path);
    };
    for (const fs::path& path : own_files(command)) add(absolute_path(path));
    for (const fs::path& path : options.own) add(absolute_path(path));
    return named;
}

std::vector<fs::path> roots_of(const BotCommand& command, const std::vector<fs::path>& named) {
    std::vector<fs::path> wanted;
    std::error_code error;
    if (!command.folder.empty()) {
        const fs::path folder = absolute_path(command.folder);
        if (!is_too_wide(folder) && !is_system(folder)) wanted.push_back(folder);
    }
    for (const fs::path& path : named) {
        const fs::path around = fs::is_directory(path, error) ? path : path.parent_path();
        wanted.push_back(is_too_wide(around) ? path : around);
    }
    std::vector<fs::path> roots;
    for (const fs::path& path : wanted) {
        const auto holds_it = [&](const fs::path& other) {
            return other != path && is_inside(path, other);
        };
        if (std::none_of(wanted.begin(), wanted.end(), holds_it) && !contains(roots, path)) {
            roots.push_back(path);
        }
    }
    return roots;
}

}  // namespace ninefold::process
