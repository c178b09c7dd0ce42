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

#include "base/file_contents.h"

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

/// The lock file of a folder, locked; none where it has none or another program holds it.
FileDescriptor take_lock(const fs::path& folder, int flags) {
    FileDescriptor file(
        ::open((folder / kLock).c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | flags, 0600));
    if (file && ::flock(file.number(), LOCK_EX | LOCK_NB) != 0) file.reset();
    return file;
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
        FileDescriptor lock = take_lock(name, O_CREAT | O_EXCL);
        if (lock) return TemporaryFolder(name, std::move(lock));
        reason = fmt::format("{}: {}", name, std::strerror(errno));
        std::error_code error;
        fs::remove_all(name, error);
    }
    Error error =
        fail("a temporary folder cannot be made: {}; TMPDIR can name another place", reason);
    error.is_ours = true;
    return error;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code error;
    if (lock_) fs::remove_all(path_, error);
}

void TemporaryFolder::remove_abandoned(std::chrono::seconds older_than) {
    for (const fs::path& parent : parents()) {
        for (const fs::path& folder : entries_of(parent)) {
            const bool is_one = folder.filename().string().starts_with(kPrefix);
            if (!is_one || !is_old_and_ours(folder, older_than)) continue;
            const FileDescriptor lock = take_lock(folder, 0);
            // Without a lock file: its program was killed before it made one, or while it removed
            // the folder.
            if (!lock && errno != ENOENT) continue;
            std::error_code error;
            fs::remove_all(folder, error);
        }
    }
}

}  // namespace ninefold::base
