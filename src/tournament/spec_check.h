// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "tournament/tournament_spec.h"

namespace ninefold::tournament {

/// Whether there are stages and bots, and not too many games: what no single line of the file
/// shows. `origin` is what messages call the file.
base::Result<void> check_spec(const TournamentSpec& spec, std::string_view origin);

/// Settings of stages that are played otherwise than they read, one sentence each: more bots
/// advance than there are, or a Swiss has rounds left when all have met.
std::vector<std::string> stage_notes(const TournamentSpec& spec);

}  // namespace ninefold::tournament
