// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "arena/match_spec.h"
#include "base/result.h"

namespace ninefold::arena {

/// A specification as it is kept: the bots' sources and every field that decides which games are
/// played. The match's id, event and the bots' names are not in it.
nlohmann::ordered_json to_json(const MatchSpec& spec);

/// Reads what to_json() of this or an earlier version wrote; what is left out is as by default. The
/// error names the key.
base::Result<MatchSpec> match_spec_from_json(const nlohmann::ordered_json& json);

/// Two kept specifications are the same match where this is the same string. What a command adds
/// to to_json() counts; what the bots' files hold and how the match is run does not.
std::string match_identity(const nlohmann::ordered_json& kept);

}  // namespace ninefold::arena
