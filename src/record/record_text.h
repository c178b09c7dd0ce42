// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "record/game_record.h"

namespace ninefold::record {

/// The readable form, like PGN (docs/formats.md): tags, an empty line, numbered moves, the result.
std::string to_text(const GameRecord& record);

/// Reads one game in that form and checks it. Errors name the line (of `text`, from
/// `first_line`) and the reason.
base::Result<GameRecord> parse_record_text(std::string_view text, int first_line = 1);

}  // namespace ninefold::record
