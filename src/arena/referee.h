// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "arena/events.h"
#include "arena/prover.h"
#include "arena/time_control.h"
#include "bots/bot.h"
#include "record/game_record.h"

namespace ninefold::arena {

/// When the referee may end a game before the board does. Off by default.
struct Adjudication {
    /// Both bots must report an expected score this sure (of a win, or of a draw within 1 - it)…
    std::optional<double> agreement;
    /// …for so many plies of each in a row.
    int plies = 4;
    /// Asked after every move where there is one; what it proves ends the game. The caller's, and
    /// of the same thread.
    Prover* prover = nullptr;
};

/// Everything that is fixed before a game begins.
struct GameSpec {
    int number = 0;
    std::string id, event;
    std::string x_name, o_name;
    rules::AnyPosition start;
    std::vector<rules::Move> opening;  ///< legal moves from `start`
    TimeControls time_control;
    std::uint64_t seed = 0;
    Adjudication adjudication;
};

/// Plays one game: owns the rules and the clock and trusts nothing a bot says. Returns the whole
/// record; its ending is empty only when `stop` broke the game off. `sink` may be null. Runs on
/// the caller's thread.
record::GameRecord play_game(const GameSpec& spec, bots::Bot& x, bots::Bot& o, EventSink* sink,
                             std::stop_token stop);

}  // namespace ninefold::arena
