// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>

#include "base/file_descriptor.h"
#include "base/result.h"

namespace ninefold::base {

/// A private folder (mode 0700) that is removed with the object. It holds a locked file, so that a
/// folder whose program was killed is recognised and removed by a later run. Programs in
/// it can be run: a place that is mounted `noexec` is passed over. Moved, not copied.
class TemporaryFolder {
public:
    /// How the names of all of them begin.
    static constexpr const char* kPrefix = "ninefold-private-";

    /// In the folder for temporary files, else in /var/tmp or ~/.cache.
    static Result<TemporaryFolder> make();
    /// Removes what killed programs of this user left behind. A younger folder may be one that is
    /// not locked yet.
    static void remove_abandoned(std::chrono::seconds older_than = std::chrono::seconds(10));

    TemporaryFolder(TemporaryFolder&&) = default;
    TemporaryFolder& operator=(TemporaryFolder&&) = delete;
    ~TemporaryFolder();

    const std::filesystem::path& path() const { return path_; }

private:
    TemporaryFolder(std::filesystem::path path, FileDescriptor lock)
        : path_(std::move(path)), lock_(std::move(lock)) {}

    std::filesystem::path path_;
    FileDescriptor lock_;  ///< the open lock file; none once the folder was moved to another object
};

}  // namespace ninefold::base
