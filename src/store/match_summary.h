// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "arena/match.h"
#include "arena/points.h"
#include "arena/self_description.h"
#include "store/store.h"

namespace ninefold::store {

/// What the games of a match say besides its report.
struct MatchSummary {
    struct Bot {
        arena::OwnName own{};  ///< as it called itself in the first game
        double points = 0;     ///< by the scale
    };
    MatchId id;
    arena::PointScale scale;
    Bot a, b;
};
base::Result<MatchSummary> summarise(Store& store, MatchId id, const arena::MatchSpec& spec,
                                     arena::PointScale scale);

/// The whole match with all its games, as `ninefold match --json` writes it (docs/formats.md).
base::Result<nlohmann::ordered_json> to_json(Store& store, const MatchSummary& summary,
                                             const arena::MatchSpec& spec,
                                             const arena::MatchReport& report);

/// How many of the games that a match played to their end differ in their moves. Bots that do not
/// vary play the same game over and over, which shows no more than the first one did, but counts in
/// the errors.
struct Variety {
    std::size_t games = 0, different = 0;
    /// Bots that are alike play both games of a pair alike: that is no repetition.
    std::size_t different_by_side = 0;
};
base::Result<Variety> variety(Store& store, MatchId match);

}  // namespace ninefold::store
