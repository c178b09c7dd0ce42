// SPDX-License-Identifier: MIT
#pragma once

#include <istream>
#include <optional>
#include <string>

#include "base/result.h"
#include "record/game_record.h"

namespace ninefold::record {

/// Reads the games of a file one after another, in either form, each checked by the rules; the
/// file may be of any size, one game at most kMaxGameBytes.
class RecordReader {
public:
    static constexpr std::size_t kMaxGameBytes = std::size_t{4} << 20;

    explicit RecordReader(std::istream& in) : in_(in) {}

    /// The next game, nothing at the end of the file, or what is wrong and in which line.
    base::Result<std::optional<GameRecord>> next();

private:
    base::Result<bool> next_line();
    base::Result<std::optional<GameRecord>> read_text_game();
    base::Result<std::optional<GameRecord>> read_json_game();

    std::istream& in_;
    std::string line_;
    int line_number_ = 0;
    bool pending_ = false;  ///< line_ is read but not used yet
};

}  // namespace ninefold::record
