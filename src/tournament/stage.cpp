// SPDX-License-Identifier: MIT
#include "tournament/stage.h"

#include "tournament/bracket_stage.h"
#include "tournament/league_stage.h"
#include "tournament/swiss_stage.h"

namespace ninefold::tournament {

std::unique_ptr<Stage> make_stage(const StageSpec& spec, std::vector<Entrant> entrants,
                                  std::uint64_t seed, Groups drawn) {
    switch (spec.type) {
        case StageType::kSwiss:
            return std::make_unique<SwissStage>(spec, std::move(entrants), seed);
        case StageType::kKnockout:
        case StageType::kDoubleElimination:
            return std::make_unique<BracketStage>(spec, std::move(entrants), seed);
        default:
            return std::make_unique<LeagueStage>(spec, std::move(entrants), seed, std::move(drawn));
    }
}

}  // namespace ninefold::tournament
