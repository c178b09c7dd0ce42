// SPDX-License-Identifier: MIT
#include "store/match_lock.h"

#include <cerrno>
#include <cstring>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/try.h"

namespace ninefold::store {

namespace {

using base::fail;

// One file serves all matches: match m is bytes 8m to 8m+7 of it, locked by its runner, who also
// writes its process number there.
constexpr std::int64_t kBytesPerMatch = sizeof(std::int64_t);
// A file's offsets end at 2^63.
constexpr std::int64_t kMaxMatch = INT64_MAX / kBytesPerMatch - 1;

std::string holder_text(int file, MatchId match) {
    std::int64_t process = 0;
    const auto got = pread(file, &process, sizeof process, match.value * kBytesPerMatch);
    if (got != sizeof process || process <= 0) return "another process";
    return fmt::format("process {}", process);
}

std::string description(const std::filesystem::path& database, MatchId match) {
    if (match == kCasual) return fmt::format("a server of {}", database.native());
    return fmt::format("match {} of {}", match.value, database.native());
}

/// Only a plain file that lies there itself: what a link leads to is somebody's, and a match must
/// not write into it.
base::Result<base::FileDescriptor> open_lock_file(const std::string& name, mode_t mode) {
    base::FileDescriptor file(
        ::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, mode));
    if (!file && errno == ELOOP) {
        return fail("{}: is a symbolic link; it must be a plain file, so remove the link", name);
    }
    if (!file) return fail("{}: cannot be written ({})", name, std::strerror(errno));
    struct stat about {};
    if (::fstat(file.number(), &about) != 0 || !S_ISREG(about.st_mode)) {
        return fail("{}: is not a plain file; move it away", name);
    }
    return file;
}

/// One lock for one file, by whichever link it is named.
std::string name_of(const std::filesystem::path& database) {
    std::error_code error;
    const auto real = std::filesystem::weakly_canonical(database, error);
    return (error ? database : real).native() + "-lock";
}

struct flock range_of(MatchId match) {
    struct flock range {};
    range.l_type = F_WRLCK;
    range.l_whence = SEEK_SET;
    range.l_start = match.value * kBytesPerMatch;
    range.l_len = kBytesPerMatch;
    return range;
}

void sign(int file, MatchId match) {
    const std::int64_t process = getpid();
    // Only for the message; without it (on a full disk, say) the lock is as good.
    if (pwrite(file, &process, sizeof process, match.value * kBytesPerMatch) < 0) return;
}

}  // namespace

base::Result<MatchLock> MatchLock::take(const std::filesystem::path& database, MatchId match) {
    const std::string name = name_of(database);
    if (match.value < 0 || match.value > kMaxMatch)
        return fail("there is no match {}", match.value);
    // For those who may write to the database, and no others.
    struct stat about {};
    const mode_t mode = ::stat(database.c_str(), &about) == 0 ? about.st_mode & 0666 : 0600;
    base::FileDescriptor file = TRY(open_lock_file(name, mode));
    struct flock range = range_of(match);
    if (fcntl(file.number(), F_OFD_SETLK, &range) != 0) {
        if (errno != EAGAIN && errno != EACCES) {
            return fail("{}: cannot be locked ({})", name, std::strerror(errno));
        }
        return fail("{} is being run already, by {}; wait for it, or stop it first",
                    description(database, match), holder_text(file.number(), match));
    }
    sign(file.number(), match);
    return MatchLock(std::move(file));
}

bool MatchLock::is_held(const std::filesystem::path& database, MatchId match) {
    if (match.value < 0 || match.value > kMaxMatch) return false;
    const base::FileDescriptor file(
        ::open(name_of(database).c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    struct flock range = range_of(match);
    return file && fcntl(file.number(), F_OFD_GETLK, &range) == 0 && range.l_type != F_UNLCK;
}

}  // namespace ninefold::store
