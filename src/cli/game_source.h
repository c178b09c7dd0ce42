// SPDX-License-Identifier: MIT
#pragma once

#include <fstream>
#include <memory>
#include <optional>
#include <string>

#include "cli/database_option.h"
#include "record/game_record.h"
#include "record/record_reader.h"

namespace ninefold::cli {

/// Games named in one word: one of the database (`3.17`), or the records of a file, or those on
/// standard input (`-`). Everything throws a CommandError where there is no such game.
class GameSource {
public:
    static constexpr const char* kHelp =
        "a kept game (3.17: game 17 of match 3), or a file of game records; - is standard input";

    GameSource(const std::string& name, const DatabaseOption& database);

    /// The next game, nothing behind the last one. There is at least one.
    std::optional<record::GameRecord> next();

private:
    std::string name_;
    std::optional<record::GameRecord> kept_;
    std::ifstream file_;
    std::unique_ptr<record::RecordReader> reader_;
    bool any_ = false;
};

}  // namespace ninefold::cli
