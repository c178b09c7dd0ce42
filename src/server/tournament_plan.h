// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "server/json.h"
#include "server/refusal.h"
#include "sources/bot_source.h"
#include "tournament/tournament_spec.h"

namespace ninefold::server {

/// Reads a request of docs/api.md for a tournament of one stage, whose bots can all be read.
Granted<tournament::TournamentSpec> make_tournament(
    const Json& request, const std::shared_ptr<process::ProcessSupervisor>& supervisor);

}  // namespace ninefold::server
