// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "record/game_record.h"
#include "server/json.h"
#include "server/match_counter.h"
#include "store/store.h"

namespace ninefold::server {

/// A game as lists show it: of a live game, of a kept one, of one that a match is playing.
Json summary_json(const std::string& id, const record::GameSummary& game, std::string_view state);
Json summary_json(const store::KeptGame& game);
Json live_summary_json(store::GameId id, const record::GameRecord& game);
/// A game that stands at `position` as `GET /api/games/ID` shows it; a live game says more.
Json game_json(const std::string& id, const record::GameRecord& record,
               const rules::AnyPosition& position);

/// A match as docs/api.md has it; `state` is one of its words.
Json match_json(const store::MatchInfo& match, const MatchCount& count, std::string_view state,
                const TournamentOutline* outline);

}  // namespace ninefold::server
