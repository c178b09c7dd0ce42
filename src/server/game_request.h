// SPDX-License-Identifier: MIT
#pragma once

#include "server/json.h"
#include "server/live_game.h"
#include "store/game_filter.h"

namespace ninefold::server {

struct Target;

/// Whether a seat is for a program: recognising its files may take long.
bool names_program(const Json& request);

/// Reads the body of `POST /api/games`. Only the organiser may seat a bot that is a program.
HttpResult<LiveGameSpec> read_game_spec(const Json& request, bool for_organiser);

/// A person's name: 1 to 40 characters without control characters, `Guest` where it is empty.
HttpResult<std::string> read_name(std::string_view text);

/// Reads the query of `GET /api/games`.
HttpResult<store::GameFilter> read_game_filter(const Target& target);

}  // namespace ninefold::server
