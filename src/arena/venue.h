// SPDX-License-Identifier: MIT
#pragma once

#include <stop_token>

#include "arena/referee.h"
#include "base/result.h"
#include "record/game_record.h"

namespace ninefold::arena {

/// Another place where games are played than the caller's thread: other machines. It knows the bots
/// by their index in a list that it was made with. Any thread, many at once.
class Venue {
public:
    virtual ~Venue() = default;

    /// Has one game played, and waits for it. Its ending is empty only when `stop` broke it off.
    /// The error is the venue's own.
    virtual base::Result<record::GameRecord> play(const GameSpec& spec, int x, int o,
                                                  std::stop_token stop) = 0;

    /// The game is safe: its result is no longer needed.
    virtual void kept(int /*number*/) {}
    /// All games are kept: nothing of them is needed now.
    virtual void finish() {}
};

}  // namespace ninefold::arena
