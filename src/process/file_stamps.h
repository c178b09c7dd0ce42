// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <vector>

namespace ninefold::process {

/// Notices cheaply that files were replaced or written to, by what the system keeps of them;
/// whether they then hold something else is content_hash()'s to say. One thread at a time.
class FileStamps {
public:
    explicit FileStamps(std::vector<std::filesystem::path> files);

    /// Whether anything happened since it was made or last asked.
    bool changed();

private:
    struct Stamp {
        std::uint64_t device = 0, inode = 0;
        std::int64_t size = 0, seconds = 0, nanoseconds = 0;
        bool operator==(const Stamp&) const = default;
    };
    using Stamps = std::map<std::filesystem::path, Stamp>;
    Stamps look() const;

    std::vector<std::filesystem::path> files_;
    Stamps last_;
};

}  // namespace ninefold::process
