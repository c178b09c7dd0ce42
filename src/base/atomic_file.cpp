// SPDX-License-Identifier: MIT
#include "base/atomic_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

namespace ninefold::base {

namespace fs = std::filesystem;

namespace {

constexpr mode_t kPlainRights = 0666;

/// A user who may not read the file that is there must not read the new one.
void keep_rights(int file, const fs::path& place) {
    struct stat before {};
    if (::stat(place.c_str(), &before) != 0) return;
    (void)::fchmod(file, before.st_mode & 0777);  // some file systems have no rights to set
}

}  // namespace

AtomicFile::AtomicFile(fs::path place, FileMode mode)
    : place_(std::move(place)), rights_(mode == FileMode::kExecutable ? 0777 : kPlainRights) {
    if (!open_nameless()) take_name();
}

AtomicFile::~AtomicFile() {
    if (!name_.empty()) ::unlink(name_.c_str());
}

bool AtomicFile::open_nameless() {
    const fs::path folder = place_.has_parent_path() ? place_.parent_path() : fs::path(".");
    file_ = FileDescriptor(::open(folder.c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, rights_));
    // Its path in /proc is what gives it a name later.
    if (!file_ || ::access(file_.proc_path().c_str(), F_OK) != 0) file_.reset();
    return static_cast<bool>(file_);
}

/// Makes the file where there is none yet.
void AtomicFile::take_name() {
    // Others may be writing the same file; what a killed program left is left alone.
    constexpr int kMostAtOnce = 1000;
    for (int i = 0; i < kMostAtOnce; ++i) {
        fs::path name = place_;
        name += i == 0 ? ".part" : fmt::format(".part{}", i);
        if (file_) {
            error_ = ::linkat(AT_FDCWD, file_.proc_path().c_str(), AT_FDCWD, name.c_str(),
                              AT_SYMLINK_FOLLOW);
        } else {
            file_ = FileDescriptor(
                ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, rights_));
            error_ = std::min(file_.number(), 0);
        }
        if (error_ == 0) name_ = std::move(name);
        else error_ = errno;
        if (error_ != EEXIST) return;
    }
}

void AtomicFile::reserve(std::uintmax_t bytes) {
    if (error_ != 0) return;
    do error_ = ::posix_fallocate(file_.number(), 0, static_cast<off_t>(bytes));
    while (error_ == EINTR);
    // A file system that cannot promise room is written to all the same.
    if (error_ == EINVAL || error_ == EOPNOTSUPP || error_ == ENODEV) error_ = 0;
    reserved_ = bytes;
}

void AtomicFile::write(std::string_view bytes) {
    while (error_ == 0 && !bytes.empty()) {
        const ssize_t count = ::write(file_.number(), bytes.data(), bytes.size());
        if (count > 0) {
            bytes.remove_prefix(static_cast<std::size_t>(count));
            written_ += static_cast<std::uintmax_t>(count);
        } else if (count == 0) {
            error_ = EIO;
        } else if (errno != EINTR) {
            error_ = errno;
        }
    }
}

void AtomicFile::move_to_its_place() {
    if (error_ == 0 && rights_ == kPlainRights) keep_rights(file_.number(), place_);
    if (error_ == 0 && written_ < reserved_ &&
        ::ftruncate(file_.number(), static_cast<off_t>(written_)) != 0) {
        error_ = errno;
    }
    // Some file systems cannot be asked to write now, which is no reason to fail.
    if (error_ == 0 && ::fsync(file_.number()) != 0 && errno != EINVAL && errno != ENOSYS)
        error_ = errno;
    if (error_ == 0 && name_.empty()) take_name();
    if (file_ && ::close(file_.release()) != 0 && error_ == 0) error_ = errno;
    if (error_ != 0) return;
    std::error_code trouble;
    fs::rename(name_, place_, trouble);
    error_ = trouble.value();
    if (error_ == 0) name_.clear();
}

Result<void> AtomicFile::result() const {
    if (error_ == 0) return {};
    return fail("{}: cannot be written: {}", place_.string(),
                std::generic_category().message(error_));
}

}  // namespace ninefold::base
