// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "record/game_record.h"

namespace ninefold::record {

/// A game without its moves: what lists show of a GameRecord.
struct GameSummary {
    std::string event, date, x, o;
    rules::Rules rules;
    std::string time_control;
    int plies = 0;
    std::optional<rules::Ending> ending;
    std::optional<rules::Side> winner;
    std::string detail;

    /// Whether it has been played and need not be played again.
    bool counts() const { return ending && *ending != rules::Ending::kVoid; }
};

/// As of a record.
inline std::string_view result_text(const GameSummary& game) {
    GameRecord record;
    record.ending = game.ending;
    record.winner = game.winner;
    return result_text(record);
}

inline GameSummary summary_of(const GameRecord& game) {
    return {game.event,
            game.date,
            game.x,
            game.o,
            game.start.rules(),
            game.time_control,
            static_cast<int>(game.plies.size()),
            game.ending,
            game.winner,
            game.detail};
}

}  // namespace ninefold::record
