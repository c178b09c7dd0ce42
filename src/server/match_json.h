// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "record/game_record.h"
#include "server/json.h"
#include "server/match_counter.h"
#include "store/store.h"

namespace ninefold::server {

/// One game of a match, kept or running, as lists and as `GET /api/games/M.N` show it.
Json summary_json(const store::GameSummary& game);
Json live_summary_json(store::GameId id, const record::GameRecord& game);
Json kept_game_json(const std::string& id, const record::GameRecord& record);

/// A match as docs/api.md has it; `state` is one of its words.
Json match_json(const store::MatchInfo& match, const MatchCount& count, std::string_view state,
                const TournamentOutline* outline);

}  // namespace ninefold::server
