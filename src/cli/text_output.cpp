// SPDX-License-Identifier: MIT
#include "cli/text_output.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

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

void check_output(const std::string& path) {
    if (path == "-") return;
    std::error_code ignored;
    errno = std::filesystem::is_directory(path, ignored) ? EISDIR : 0;
    if (errno != 0) throw_unwritten(path);
    // What is there may be a pipe or a device: opening it would tell its other end.
    if (std::filesystem::exists(path, ignored)) {
        if (::access(path.c_str(), W_OK) != 0) throw_unwritten(path);
        return;
    }
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0) throw_unwritten(path);
    ::close(file);
    ::unlink(path.c_str());
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
