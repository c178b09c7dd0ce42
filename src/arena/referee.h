// SPDX-License-Identifier: MIT
#pragma once

#include <stop_token>

#include "arena/events.h"
#include "arena/game_in_progress.h"
#include "bots/bot.h"
#include "record/game_record.h"

namespace ninefold::arena {

/// Plays one game: asks each bot in turn, trusts nothing it says, and tells what happens. Returns
/// the whole record; its ending is empty only when `stop` broke the game off. `sink` may be null.
/// Runs on the caller's thread.
record::GameRecord play_game(const GameSpec& spec, bots::Bot& x, bots::Bot& o, EventSink* sink,
                             std::stop_token stop);

}  // namespace ninefold::arena
