// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "server/json.h"
#include "store/store.h"

namespace ninefold::server {

/// Standings of the matches of one event, or of one match.
base::Result<Json> standings_json(store::Store& store, const std::string& event,
                                  std::optional<store::MatchId> match);
base::Result<Json> events_json(store::Store& store);

}  // namespace ninefold::server
