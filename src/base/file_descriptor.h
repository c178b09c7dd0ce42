// SPDX-License-Identifier: MIT
#pragma once

#include <unistd.h>

#include <filesystem>
#include <string>
#include <utility>

namespace ninefold::base {

/// Owns one open file descriptor, or none (-1).
class FileDescriptor {
public:
    FileDescriptor() = default;
    explicit FileDescriptor(int number) : number_(number) {}
    FileDescriptor(FileDescriptor&& other) noexcept : number_(other.release()) {}
    FileDescriptor& operator=(FileDescriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    ~FileDescriptor() { reset(); }

    int number() const { return number_; }
    explicit operator bool() const { return number_ >= 0; }
    /// Leaves closing it to the caller.
    int release() { return std::exchange(number_, -1); }
    void reset() {
        if (number_ >= 0) ::close(release());
    }

    /// `/proc/self/fd/7`
    std::string proc_path() const { return "/proc/self/fd/" + std::to_string(number_); }
    /// Where the file that was opened lies, every link followed; empty where that is not known.
    std::filesystem::path place() const;

private:
    int number_ = -1;
};

}  // namespace ninefold::base
