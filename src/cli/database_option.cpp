// SPDX-License-Identifier: MIT
#include "cli/database_option.h"

#include "cli/commands.h"
#include "store/default_path.h"

namespace ninefold::cli {

void DatabaseOption::add_to(Command& command) {
    command.add_option("--db", path_, "database of games (default: your own, docs/store.md)");
}

std::filesystem::path DatabaseOption::path() const {
    return path_.empty() ? value_or_throw(store::default_path()) : std::filesystem::path(path_);
}

std::unique_ptr<store::Store> DatabaseOption::open_for_reading() const {
    const std::filesystem::path path = this->path();
    std::error_code error;
    if (path_.empty() && !std::filesystem::exists(path, error)) {
        throw CommandError(fmt::format("{}: no game has been kept yet; 'ninefold match' plays some",
                                       path.native()));
    }
    return value_or_throw(store::Store::open(path, store::Access::kRead));
}

}  // namespace ninefold::cli
