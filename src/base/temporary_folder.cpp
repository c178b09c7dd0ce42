// SPDX-License-Identifier: MIT
#include "base/temporary_folder.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <ctime>
#include <utility>
#include <vector>

namespace ninefold::base {

namespace {

namespace fs = std::filesystem;

constexpr const char* kLock = ".lock";

std::vector<fs::path> parents() {
    std::error_code error;
    std::vector<fs::path> places = {fs::temp_directory_path(error), "/var/tmp"};
    if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0') {
        places.push_back(fs::path(home) / ".cache");
    }
    return places;
}

bool can_run_programs(const fs::path& folder) {
    struct statvfs system {};
    return ::statvfs(folder.c_str(), &system) == 0 && (system.f_flag & ST_NOEXEC) == 0;
}

/// The lock file of a folder, locked; -1 where it has none or another program holds it.
int take_lock(const fs::path& folder, int flags) {
    const int file =
        ::open((folder / kLock).c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | flags, 0600);
    if (file < 0 || ::flock(file, LOCK_EX | LOCK_NB) == 0) return file;
    ::close(file);
    return -1;
}

bool is_old_and_ours(const fs::path& folder, std::chrono::seconds older_than) {
    struct stat status {};
    return ::lstat(folder.c_str(), &status) == 0 && S_ISDIR(status.st_mode) &&
           status.st_uid == ::geteuid() &&
           std::time(nullptr) - status.st_ctime >= older_than.count();
}

}  // namespace

Result<TemporaryFolder> TemporaryFolder::make() {
    std::string reason = "no place for temporary files allows programs";
    for (const fs::path& parent : parents()) {
        if (!can_run_programs(parent)) continue;
        std::string name = (parent / kPrefix).string() + "XXXXXX";
        if (::mkdtemp(name.data()) == nullptr) {
            reason = fmt::format("{}: {}", parent.string(), std::strerror(errno));
            continue;
        }
        const int lock = take_lock(name, O_CREAT | O_EXCL);
        if (lock >= 0) return TemporaryFolder(name, lock);
        reason = fmt::format("{}: {}", name, std::strerror(errno));
        std::error_code error;
        fs::remove_all(name, error);
    }
    return fail("a temporary folder cannot be made: {}; TMPDIR can name another place", reason);
}

TemporaryFolder::TemporaryFolder(TemporaryFolder&& other) noexcept
    : path_(std::exchange(other.path_, {})), lock_(std::exchange(other.lock_, -1)) {}

TemporaryFolder::~TemporaryFolder() {
    if (path_.empty()) return;
    std::error_code error;
    fs::remove_all(path_, error);
    ::close(lock_);
}

void TemporaryFolder::remove_abandoned(std::chrono::seconds older_than) {
    for (const fs::path& parent : parents()) {
        std::error_code error;
        std::vector<fs::path> found;
        for (fs::directory_iterator at(parent, error), end; !error && at != end;
             at.increment(error)) {
            if (at->path().filename().string().starts_with(kPrefix)) found.push_back(at->path());
        }
        for (const fs::path& folder : found) {
            if (!is_old_and_ours(folder, older_than)) continue;
            const int lock = take_lock(folder, 0);
            // Without a lock file: its program was killed before it made one, or while it removed
            // the folder.
            if (lock < 0 && errno != ENOENT) continue;
            fs::remove_all(folder, error);
            if (lock >= 0) ::close(lock);
        }
    }
}

}  // namespace ninefold::base
