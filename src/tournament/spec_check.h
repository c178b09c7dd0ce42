// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "base/result.h"
#include "tournament/tournament_spec.h"

namespace ninefold::tournament {

/// Whether there are stages and bots, and not too many games: what no single line of the file
/// shows. `origin` is what messages call the file.
base::Result<void> check_spec(const TournamentSpec& spec, std::string_view origin);

}  // namespace ninefold::tournament
