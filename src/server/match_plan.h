// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "server/json.h"
#include "store/kept_match.h"
#include "tournament/tournament_spec.h"

namespace ninefold::server {

/// A match that an organiser asked for, checked, and how many of its games are played at a time.
struct MatchPlan {
    store::WantedMatch match;
    int concurrency = 1;
};

/// Reads a request of docs/api.md, or the kept spec of an earlier plan.
HttpResult<MatchPlan> make_plan(const Json& request,
                                const std::shared_ptr<process::ProcessSupervisor>& supervisor);
/// The same of a request alone, which must not have the referee's own members.
HttpResult<MatchPlan> plan_request(const Json& request,
                                   const std::shared_ptr<process::ProcessSupervisor>& supervisor);

/// Reads a request of docs/api.md for a tournament of one stage, whose bots can all be read.
HttpResult<tournament::TournamentSpec> make_tournament(
    const Json& request, const std::shared_ptr<process::ProcessSupervisor>& supervisor);

/// Why a match or tournament is held: its bots' files changed since the last game. `which` is what
/// records a resumption with the new files: a match, or a tournament's report.
base::Error bots_changed(const std::vector<std::string>& bots, int games, std::string_view which);

}  // namespace ninefold::server
