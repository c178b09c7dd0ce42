// SPDX-License-Identifier: MIT
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <string>
#include <string_view>

#include "require.h"

namespace ninefold::fuzz {

/// A file in memory, for what is read by its path.
class MemoryFile {
public:
    explicit MemoryFile(std::string_view contents) : file_(::memfd_create("fuzz", MFD_CLOEXEC)) {
        require(file_ >= 0, "there is a file in memory");
        require(::write(file_, contents.data(), contents.size()) ==
                    static_cast<ssize_t>(contents.size()),
                "it takes the input");
    }
    ~MemoryFile() { ::close(file_); }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;

    std::string path() const { return "/proc/self/fd/" + std::to_string(file_); }

private:
    int file_;
};

}  // namespace ninefold::fuzz
