// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "cli/commands.h"
#include "store/store.h"

namespace ninefold::cli {

/// The option `--db` of commands that look games up.
class DatabaseOption {
public:
    void add_to(Command& command);

    /// The file named, or the default one. Throws CommandError where neither is known.
    std::filesystem::path path() const;
    /// Throws CommandError where there is no sound database.
    std::unique_ptr<store::Store> open_for_reading() const;

private:
    std::string path_;
};

}  // namespace ninefold::cli
