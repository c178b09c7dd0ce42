// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "server/http_error.h"
#include "server/json.h"
#include "sources/bot_source.h"
#include "tournament/tournament_spec.h"

namespace ninefold::server {

/// Reads a request of docs/api.md for a tournament of one stage, whose bots can all be read.
HttpResult<tournament::TournamentSpec> make_tournament(
    const Json& request, const std::shared_ptr<process::ProcessSupervisor>& supervisor);

}  // namespace ninefold::server
