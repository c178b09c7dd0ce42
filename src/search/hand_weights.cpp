// SPDX-License-Identifier: MIT
#include "search/hand_weights.h"

namespace ninefold::search {

HandWeights hand_weights(rules::Rules) {
    return kWeightsStandard;
}

}  // namespace ninefold::search
