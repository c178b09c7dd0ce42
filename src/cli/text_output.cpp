// SPDX-License-Identifier: MIT
#include "cli/text_output.h"

#include <fstream>

#include <fmt/format.h>

#include "cli/command_error.h"

namespace ninefold::cli {

void write_text(const std::string& path, std::string_view text) {
    if (path == "-") {
        fmt::print("{}", text);
        return;
    }
    std::ofstream file(path, std::ios::binary);
    file << text;
    file.close();
    if (!file) throw CommandError(fmt::format("{}: cannot be written", path));
}

}  // namespace ninefold::cli
