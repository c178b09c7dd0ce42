// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "arena/events.h"
#include "arena/score.h"

namespace ninefold::arena {

/// How a match stands, as every JSON of one has it: score of a and b, and a's wins, draws, losses.
nlohmann::ordered_json score_json(const Score& score);

/// One event as a JSON object (docs/formats.md, "Events").
nlohmann::ordered_json event_json(const Event& event);
/// What a bot on `side` says while it thinks, as an event has it. Evaluations become X's.
nlohmann::ordered_json info_json(const protocol::Info& info, rules::Side side);
/// An event on one line, without line end.
std::string to_json_line(const Event& event);

}  // namespace ninefold::arena
