// SPDX-License-Identifier: MIT
#include "cli/game_source.h"

#include <filesystem>
#include <iostream>
#include <utility>

#include <fmt/format.h>

#include "base/foreign_text.h"
#include "cli/commands.h"

namespace ninefold::cli {

GameSource::GameSource(const std::string& name, const DatabaseOption& database) : name_(name) {
    if (const auto id = store::parse_game_id(name)) {
        kept_ = value_or_throw(database.open_for_reading()->load(*id));
        if (kept_->id.empty()) kept_->id = store::to_text(*id);
        return;
    }
    if (name == "-") {
        reader_ = std::make_unique<record::RecordReader>(std::cin);
        return;
    }
    std::error_code error;
    const bool folder = std::filesystem::is_directory(name, error);
    file_.open(name, std::ios::binary);
    if (folder || !file_) {
        throw CommandError(
            fmt::format("{} is neither a game (3.17 is game 17 of match 3) nor a file "
                        "of games that can be read",
                        base::quoted(name, 200)));
    }
    reader_ = std::make_unique<record::RecordReader>(file_);
}

std::optional<record::GameRecord> GameSource::next() {
    if (!reader_) return std::exchange(kept_, std::nullopt);
    auto game = reader_->next();
    if (!game) throw CommandError(fmt::format("{}: {}", name_, game.error().message));
    if (!*game && !any_) throw CommandError(fmt::format("{}: no game in it", name_));
    any_ = true;
    return std::move(*game);
}

}  // namespace ninefold::cli
