// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <stop_token>

#include "arena/game_pump.h"
#include "tournament/tournament.h"

namespace ninefold::tournament {

/// Plays the games of a tournament until it is over (game_pump.h); the place knows the bots by the
/// indices of their teams. A slot stays with a meeting while that has games, so that bots are
/// seldom started again.
base::Result<void> play_tournament(Tournament& tournament, const arena::GamePlace& place,
                                   arena::GameKeeper& keeper, arena::EventSink& sink,
                                   const std::stop_token& stop,
                                   const std::function<bool()>& drain = {});

}  // namespace ninefold::tournament
