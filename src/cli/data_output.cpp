// SPDX-License-Identifier: MIT
#include "cli/data_output.h"

#include <unistd.h>

#include "cli/commands.h"
#include "net/data_file.h"

namespace ninefold::cli {

bool is_made_already(const std::filesystem::path& path, rules::Rules rules, std::size_t positions) {
    std::error_code ignored;
    if (path.empty()) throw CommandError("--out: the name of a file is needed, such as data.nfd");
    if (std::filesystem::is_directory(path, ignored)) {
        throw CommandError(fmt::format("{} is a folder; the name of a file is needed, such as {}",
                                       path.string(), (path / "data.nfd").string()));
    }
    if (!std::filesystem::exists(path, ignored)) return false;
    const auto file = net::DataFile::load(path);
    if (!file) throw CommandError(fmt::format("{}; delete or rename it", file.error().message));
    if (file->rules != rules || file->positions.size() != positions) {
        throw CommandError(fmt::format(
            "{} is there already with {} positions of {}, not {} of {}; delete or rename it",
            path.string(), file->positions.size(), rules::name(file->rules), positions,
            rules::name(rules)));
    }
    fmt::print("{}: is there already\n", path.string());
    return true;
}

ProgressLine::~ProgressLine() {
    if (listener()) fmt::print(stderr, "\r\033[K");
}

training::OnProgress ProgressLine::listener() const {
    if (isatty(STDERR_FILENO) == 0) return {};
    return [this](std::size_t done) {
        fmt::print(stderr, "\r{}: {:3.0f} %", name_,
                   100.0 * static_cast<double>(done) / static_cast<double>(total_));
    };
}

}  // namespace ninefold::cli
