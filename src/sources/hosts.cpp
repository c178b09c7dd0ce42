// SPDX-License-Identifier: MIT
#include "sources/hosts.h"

#include <unistd.h>

#include <string_view>
#include <vector>

#include "base/foreign_text.h"
#include "base/split.h"
#include "process/bot_command.h"

namespace ninefold::sources {

namespace fs = std::filesystem;

base::Result<fs::path> find_hosts(const fs::path& wanted) {
    std::error_code error;
    std::vector<fs::path> places;
    const std::string named = process::environment_value("NINEFOLD_HOSTS");
    if (!wanted.empty()) {
        places = {wanted};
    } else if (!named.empty()) {
        places = {named};
    } else {
        const fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path();
        places = {folder / "../hosts", folder / "../../hosts", folder / "../share/ninefold/hosts"};
    }
    std::string tried;
    for (const fs::path& place : places) {
        const fs::path path = fs::weakly_canonical(place, error);
        if (fs::exists(path / "python" / "ninefold_host.py", error)) return path;
        tried += fmt::format("{}{}", tried.empty() ? "" : ", ", path.string());
    }
    return base::fail("the hosts that run such bots were not found in {}; NINEFOLD_HOSTS can name "
                      "their folder",
                      tried);
}

fs::path find_on_path(const std::string& name) {
    const std::string search = process::environment_value("PATH");
    std::error_code error;
    for (const std::string_view place : base::split(search, ':')) {
        const fs::path path = fs::path(place.empty() ? "." : place) / name;
        if (place.ends_with("/shims") || fs::is_directory(path, error)) continue;
        if (::access(path.c_str(), X_OK) == 0) return fs::absolute(path, error);
    }
    return {};
}

}  // namespace ninefold::sources
