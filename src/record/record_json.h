// SPDX-License-Identifier: MIT
#pragma once

#include <span>
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
/// The members `ending`, `winner`, `result` and `detail` of either.
nlohmann::ordered_json verdict_json(const GameFacts& game);

/// A kind of note beside a move, as both forms of a record name it.
struct Note {
    const char *name, *needed;  ///< what its value must be
    bool is_time;
    bool (*fits)(const nlohmann::ordered_json&);
    void (*set)(Ply&, const nlohmann::ordered_json&);
    nlohmann::ordered_json (*get)(const Ply&);  ///< null where the ply has none
};
std::span<const Note> notes();
/// Where a game begins by the words of its record, the last two of which may be empty.
base::Result<rules::AnyPosition> start_position(const std::string& rules_text,
                                                const std::string& tie_break,
                                                const std::string& position);

/// Adds what was noted beside a move: `spent`, `clock`, `eval`, `depth`, `note` and `meta`, where
/// known.
void add_notes(nlohmann::ordered_json& json, const Ply& ply);
double in_seconds(Duration duration);
Duration to_duration(const nlohmann::ordered_json& seconds);
/// `"x"`, `"o"` or null.
nlohmann::ordered_json side_json(std::optional<rules::Side> side);

/// Reads and checks such an object. Errors name the member and the reason.
base::Result<GameRecord> from_json(const nlohmann::ordered_json& json);
base::Result<GameRecord> parse_record_json(std::string_view text);

}  // namespace ninefold::record
