// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <stop_token>

#include "arena/game_pump.h"
#include "store/match_keeper.h"
#include "store/tournament_store.h"
#include "tournament/tournament_bots.h"

namespace ninefold::store {

/// One tournament as this process plays it: locked, resumed, played, finished. The store must
/// outlive it. One thread at a time.
class KeptTournament {
public:
    /// Fails where another process plays it.
    static base::Result<std::unique_ptr<KeptTournament>> open(Store& store, MatchId id);

    MatchId id() const { return stored_.id; }
    const StoredTournament& stored() const { return stored_; }
    tournament::Tournament& machine() { return machine_; }
    const tournament::Tournament& machine() const { return machine_; }

    /// From now on it is played although some bots forfeit every game.
    base::Result<void> allow_forfeits() { return tournaments().allow_forfeits(id()); }

    /// Plays until it is over, until `stop` breaks it off, or until somebody asks for its end
    /// (TournamentStore::request_stop). Keeps what the bots' files hold, the groups of each stage
    /// before its first game, and that it is finished. `bots` are the machine's.
    base::Result<void> play(const tournament::TournamentBots& bots, const arena::GamePlace& place,
                            arena::EventSink& sink, const std::stop_token& stop);

private:
    class GroupKeeper;
    KeptTournament(Store& store, std::unique_ptr<MatchKeeper> keeper, StoredTournament stored,
                   tournament::Tournament machine)
        : store_(store),
          keeper_(std::move(keeper)),
          stored_(std::move(stored)),
          machine_(std::move(machine)) {}
    TournamentStore tournaments() { return TournamentStore(store_); }
    std::function<bool()> stop_request();
    base::Result<void> run(const tournament::TournamentBots& bots, const arena::GamePlace& place,
                           arena::EventSink& sink, const std::stop_token& stop);

    Store& store_;
    std::unique_ptr<MatchKeeper> keeper_;
    StoredTournament stored_;
    tournament::Tournament machine_;
};

}  // namespace ninefold::store
