// SPDX-License-Identifier: MIT
#include "store/default_path.h"

#include <cstdlib>

namespace ninefold::store {

base::Result<std::filesystem::path> default_path() {
    namespace fs = std::filesystem;
    // The XDG specification says to ignore a path that is not absolute.
    const char* data = std::getenv("XDG_DATA_HOME");
    if (data != nullptr && fs::path(data).is_absolute()) {
        return fs::path(data) / "ninefold" / "games.db";
    }
    const char* home = std::getenv("HOME");
    if (home != nullptr && fs::path(home).is_absolute()) {
        return fs::path(home) / ".local" / "share" / "ninefold" / "games.db";
    }
    return base::fail("no place for the games is known: HOME is not set; name a file with --db");
}

}  // namespace ninefold::store
