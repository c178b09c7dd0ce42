// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <map>
#include <string>

#include "base/result.h"
#include "server/json.h"
#include "store/store.h"

namespace ninefold::server {

/// How many games of a match went how, in the view of its bot a.
struct MatchCount {
    int games = 0, wins = 0, draws = 0, losses = 0, forfeits = 0;
    std::int64_t last = 0;  ///< `seq` of the last game that is in it
};

/// What the kept text of a tournament says, as far as lists show it.
struct TournamentOutline {
    int games = 0;  ///< that it will probably have
    std::string rules, time_control;
};

/// Counts matches, and of those it knows only what is new: a match may have many games, and is
/// looked at a few times a second. The archive's thread only.
class MatchCounter {
public:
    base::Result<MatchCount> count(store::Store& store, const store::MatchInfo& match);
    /// Null where the match is no tournament.
    const TournamentOutline* outline(const store::MatchInfo& match);

private:
    std::map<store::MatchId, MatchCount> known_;
    std::map<store::MatchId, TournamentOutline> outlines_;
};

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

/// One game of a match, kept or running, as lists and as `GET /api/games/M.N` show it.
Json summary_json(const store::GameSummary& game);
Json live_summary_json(store::GameId id, const record::GameRecord& game);
Json kept_game_json(const std::string& id, const record::GameRecord& record);

/// A match as docs/api.md has it; `state` is one of its words.
Json match_json(const store::MatchInfo& match, const MatchCount& count, std::string_view state,
                const TournamentOutline* outline);

/// Standings of the matches of one event, or of one match.
base::Result<Json> standings_json(store::Store& store, const std::string& event,
                                  std::optional<store::MatchId> match);
base::Result<Json> events_json(store::Store& store);

/// The tournaments of the database, and everything about one of them but its games' moves.
base::Result<Json> tournaments_json(store::Store& store);
base::Result<Json> tournament_json(store::Store& store, store::MatchId id);
/// The files that `ninefold tournament report` writes: all games on one page, or all tables.
base::Result<std::string> tournament_html(store::Store& store, store::MatchId id);
base::Result<std::string> tournament_csv(store::Store& store, store::MatchId id);

}  // namespace ninefold::server
