// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>

#include "record/record_json.h"
#include "rules/move_text.h"
#include "server/json.h"
#include "store/store.h"

namespace ninefold::server {

// How sides, moves and times are written in everything that clients see.

inline std::string letter(rules::Side side) { return std::string(1, rules::to_char(side)); }

using record::in_seconds;
using record::side_json;

inline Json text_or_null(const std::string& text) {
    return text.empty() ? Json(nullptr) : Json(text);
}

Json moves_json(const auto& moves) {
    Json list = Json::array();
    for (const rules::Move move : moves) list.push_back(rules::to_text(move));
    return list;
}

/// A game as lists show it: of a live game, of a kept one, of one that a match is playing.
Json summary_json(const std::string& id, const record::GameSummary& game, std::string_view state);
Json summary_json(const store::KeptGame& game);
Json live_summary_json(store::GameId id, const record::GameRecord& game);
/// A game that stands at `position` as `GET /api/games/ID` shows it; a live game says more.
Json game_json(const std::string& id, const record::GameRecord& record,
               const rules::AnyPosition& position);

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

/// A match as docs/api.md has it; `state` is one of its words.
Json match_json(const store::MatchInfo& match, const MatchCount& count, std::string_view state,
                const TournamentOutline* outline);

}  // namespace ninefold::server
