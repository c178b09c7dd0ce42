// SPDX-License-Identifier: MIT
#include "tournament/stage.h"

namespace ninefold::tournament {

std::unique_ptr<Stage> make_stage(const StageSpec& spec, std::vector<Entrant> entrants,
                                  std::uint64_t seed, Groups drawn) {
    switch (spec.type) {
        case StageType::kSwiss: return make_swiss_stage(spec, std::move(entrants), seed);
        case StageType::kKnockout:
        case StageType::kDoubleElimination:
            return make_bracket_stage(spec, std::move(entrants), seed);
        default: return make_league_stage(spec, std::move(entrants), seed, std::move(drawn));
    }
}

}  // namespace ninefold::tournament
