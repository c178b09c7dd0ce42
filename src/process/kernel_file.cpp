// SPDX-License-Identifier: MIT
#include "process/kernel_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>

#include "process/file_descriptor.h"

namespace ninefold::process {

std::string kernel_file(const std::filesystem::path& path) {
    const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file) return "";
    std::string contents;
    std::array<char, 4096> part;
    for (;;) {
        const ssize_t got = ::read(file.number(), part.data(), part.size());
        if (got < 0) return "";
        if (got == 0) return contents;
        contents.append(part.data(), static_cast<std::size_t>(got));
    }
}

}  // namespace ninefold::process
