// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>

#include "arena/score.h"
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

/// Describes matches, counting of those it knows only what is new: a match may have many games, and
/// is looked at a few times a second. The archive's thread only.
class MatchCounter {
public:
    /// A match as docs/api.md has it; `state` is one of its words.
    base::Result<Json> to_json(store::Store& store, const store::MatchInfo& match,
                               std::string_view state);

private:
    /// What the kept specification says, as far as lists show it.
    struct Outline {
        Json games = nullptr;  ///< that it will have; of a tournament, probably
        std::string rules{}, time_control{};
    };
    /// How the games went, in the view of bot a.
    struct Count {
        arena::Score score;
        int forfeits = 0;
        std::int64_t last = 0;  ///< `seq` of the last game that is in it
        int voids = 0;          ///< void games before that …
        int late_voids = 0;     ///< … and behind, whose `seq` the next game may get
    };
    struct Known {
        Outline outline;
        Count count{};
    };
    static Outline outline_of(const store::MatchInfo& match);
    static base::Result<void> count_new(store::Store& store, const store::MatchInfo& match,
                                        Count& count);
    static base::Result<void> update(store::Store& store, const store::MatchInfo& match,
                                     Count& count);

    std::map<store::MatchId, Known> known_;
};

}  // namespace ninefold::server
