// SPDX-License-Identifier: MIT
#include "cli/text_output.h"

#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include "cli/command_error.h"

namespace ninefold::cli {

namespace {

[[noreturn]] void throw_unwritten(const std::string& path) {
    throw CommandError(fmt::format("{}: cannot be written: {}", path,
                                   errno != 0 ? std::strerror(errno) : "is the disk full?"));
}

}  // namespace

OutputFile open_output(const std::string& path) {
    if (path == "-") return {stdout, [](std::FILE*) { return 0; }};
    errno = 0;
    OutputFile file(std::fopen(path.c_str(), "we"), std::fclose);
    if (!file) throw_unwritten(path);
    return file;
}

void write_text(const std::string& path, std::string_view text) {
    if (path == "-") {
        fmt::print("{}", text);
        return;
    }
    const OutputFile file = open_output(path);
    errno = 0;
    const bool written = std::fwrite(text.data(), 1, text.size(), file.get()) == text.size();
    if (!written || std::fflush(file.get()) != 0) throw_unwritten(path);
}

}  // namespace ninefold::cli
