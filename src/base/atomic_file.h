// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <string_view>

#include "base/file_descriptor.h"
#include "base/result.h"

namespace ninefold::base {

enum class FileMode { kPlain, kExecutable };

/// A file that is written under another name beside its place and moved there once the disk has it:
/// a file of that name is whole whenever the program or the machine stops, and two that write it at
/// once do not mix. It has the rights of a plain file whose place it takes. Unless it is moved
/// there it is gone in the end, even where the program is killed if the file system knows files
/// without names. The first failure stays; what is asked after it is not done.
class AtomicFile {
public:
    explicit AtomicFile(std::filesystem::path place, FileMode mode = FileMode::kPlain);
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    /// Reserves disk space.
    void reserve(std::uintmax_t bytes);
    void write(std::string_view bytes);
    void move_to_its_place();

    /// The error names the file's place and says why it cannot be written.
    Result<void> result() const;

private:
    bool open_nameless();
    void take_name();

    const std::filesystem::path place_;
    const mode_t rights_;
    std::filesystem::path name_;  ///< of the file that is being written; nothing while it has none
    FileDescriptor file_;
    int error_ = 0;
    std::uintmax_t written_ = 0, reserved_ = 0;
};

}  // namespace ninefold::base
