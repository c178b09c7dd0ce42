// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "base/result.h"
#include "record/game_record.h"

namespace ninefold::record {

/// One game as a JSON object (docs/formats.md).
nlohmann::ordered_json to_json(const GameRecord& record);
/// The same on one line.
std::string to_json_line(const GameRecord& record);

/// A game's summary as a JSON object (docs/formats.md).
nlohmann::ordered_json to_json(const GameSummary& game);
/// Its members `ending`, `winner`, `result` and `detail` alone.
nlohmann::ordered_json verdict_json(const GameSummary& game);

/// Adds what was noted beside a move: `spent`, `clock`, `eval`, `depth`, `note` and `meta`, where
/// known.
void add_notes(nlohmann::ordered_json& json, const Ply& ply);
double in_seconds(Duration duration);
/// `"x"`, `"o"` or null.
nlohmann::ordered_json side_json(std::optional<rules::Side> side);

/// Reads and checks such an object. Errors name the member and the reason.
base::Result<GameRecord> from_json(const nlohmann::ordered_json& json);
base::Result<GameRecord> parse_record_json(std::string_view text);

}  // namespace ninefold::record
