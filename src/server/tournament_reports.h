// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <map>
#include <string>

#include "base/result.h"
#include "pictures/svg.h"
#include "server/json.h"
#include "store/store.h"

namespace ninefold::server {

/// Reports of tournaments as JSON. One of many games takes a while to make, so that the last one is
/// good enough for a moment: longer, where it takes longer. The archive's thread only.
class TournamentReports {
public:
    base::Result<Json> report(store::Store& store, store::MatchId id);

private:
    using Clock = std::chrono::steady_clock;
    struct Kept {
        Json json;
        int games = 0;
        bool finished = false;
        Clock::time_point made{};
        Clock::duration took{};
    };
    std::map<store::MatchId, Kept> known_;
};

/// The tournaments of the database.
base::Result<Json> tournaments_json(store::Store& store);
/// The files of `ninefold tournament report`: the page with all games inside, all tables, and
/// everything but the games' moves.
base::Result<std::string> tournament_html(store::Store& store, store::MatchId id);
base::Result<std::string> tournament_csv(store::Store& store, store::MatchId id);
base::Result<Json> tournament_json(store::Store& store, store::MatchId id);
/// The bots' Elo with errors as SVG, as in that page; fails where no game counts for it. Without a
/// title it has the tournament's name.
base::Result<std::string> ratings_picture(store::Store& store, store::MatchId id,
                                          const std::string& title, pictures::Theme theme);

}  // namespace ninefold::server
