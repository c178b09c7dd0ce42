// SPDX-License-Identifier: MIT
#include "store/match_sides.h"

#include <nlohmann/json.hpp>

#include "base/json_members.h"
#include "base/parse_json.h"

namespace ninefold::store {

/// The rest of the specification is not read: it may name a file of openings that is gone.
MatchSides::MatchSides(const NewMatch& match) : a_(match.a), has_one_name_(match.a == match.b) {
    if (!has_one_name_) return;
    const auto json = base::parse_json(match.spec);
    if (!json.is_object()) return;  // a tournament's
    base::JsonMembers in(json);
    in.parsed("starter", spec_.starter, arena::parse_name<arena::Starter>);
    in.number("seed", spec_.seed);
}

}  // namespace ninefold::store
