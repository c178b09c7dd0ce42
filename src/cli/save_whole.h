// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "cli/command_error.h"
#include "net/data_file.h"

namespace ninefold::cli {

/// Saves a data file, or throws a CommandError and leaves no unfinished one behind.
inline void save_whole(const net::DataFile& file, std::filesystem::path path) {
    const auto saved = file.save(path);
    if (saved) return;
    std::error_code ignored;
    std::filesystem::remove(path += ".part", ignored);
    throw_if_failed(saved);
}

}  // namespace ninefold::cli
