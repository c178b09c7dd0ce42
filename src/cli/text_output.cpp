// SPDX-License-Identifier: MIT
#include "cli/text_output.h"

#include <cerrno>
#include <cstring>
#include <fstream>

#include <fmt/format.h>

#include "cli/command_error.h"

namespace ninefold::cli {

void write_text(const std::string& path, std::string_view text) {
    if (path == "-") {
        fmt::print("{}", text);
        return;
    }
    errno = 0;
    std::ofstream file(path, std::ios::binary);
    file << text;
    file.close();
    if (file) return;
    throw CommandError(fmt::format("{}: cannot be written: {}", path,
                                   errno != 0 ? std::strerror(errno) : "is the disk full?"));
}

}  // namespace ninefold::cli
