// SPDX-License-Identifier: MIT
#pragma once

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

/// What a finished match is kept with, so that it can be compared when its games are counted again:
/// score, results, pairs and the Elo difference.
nlohmann::ordered_json kept_score_json(const arena::Score& score);

/// The whole match with all its games, as `ninefold match --json` writes it (docs/formats.md).
base::Result<nlohmann::ordered_json> to_json(Store& store, const MatchSummary& summary,
                                             const arena::MatchSpec& spec,
                                             const arena::MatchReport& report);

}  // namespace ninefold::store
