// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <stop_token>

#include "arena/events.h"
#include "arena/game_keeper.h"
#include "arena/venue.h"
#include "base/result.h"
#include "bots/bot.h"
#include "tournament/tournament.h"

namespace ninefold::tournament {

/// Makes the bot of a team for one slot. Where it fails, the team forfeits its games there.
using BotMaker = std::function<base::Result<std::unique_ptr<bots::Bot>>(TeamId team, int slot)>;

/// Plays the games of a tournament on threads of this machine, one slot each. A slot keeps its last
/// two bots and stays with a meeting while that has games, so that bots are seldom started anew. A
/// game counts, and is announced, once the keeper has it.
///
/// The sink gets GameStarted and the moves from the slots' threads, and GameEnded while the
/// tournament stands still, so that a listener may look at it then.
class LocalRunner {
public:
    LocalRunner(Tournament& tournament, BotMaker maker, arena::GameKeeper& keeper,
                arena::EventSink& sink, int slots);
    /// Has the games played at a venue, which knows the bots by the indices of their teams: a slot
    /// is then a game that is out. The sink gets GameEnded only.
    LocalRunner(Tournament& tournament, arena::Venue& venue, arena::GameKeeper& keeper,
                arena::EventSink& sink, int slots);
    ~LocalRunner();

    /// Plays until the tournament is over. `stop` breaks the running games off; when `drain` says
    /// yes (it is asked before each game, by one thread at a time) they are finished and no more
    /// begun. At a venue it is asked all the time, and games that are out are broken off: most of
    /// them wait there for somebody to play them, and nobody here knows which. The error is the
    /// arena's own, never a bot's play.
    base::Result<void> run(std::stop_token stop, const std::function<bool()>& drain = {});

private:
    class Work;
    std::unique_ptr<Work> work_;
};

}  // namespace ninefold::tournament
