// SPDX-License-Identifier: MIT
#include "search/hand_weights.h"

namespace ninefold::search {

HandWeights hand_weights(rules::Rules rules) {
    const bool majority = rules.tie_break == rules::TieBreak::kMajority;
    switch (rules.ruleset) {
        case rules::Ruleset::kStandard:
            return majority ? kWeightsStandardMajority : kWeightsStandard;
        case rules::Ruleset::kCorrespondence:
            return majority ? kWeightsCorrespondence : kWeightsCorrespondenceDraw;
        case rules::Ruleset::kOpen: break;
    }
    return kWeightsOpen;  // with either tie-break: games seldom get so far
}

}  // namespace ninefold::search
