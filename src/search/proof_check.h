// SPDX-License-Identifier: MIT
#pragma once

#include "search/proof.h"

namespace ninefold::search {

/// What the checker went through.
struct ProofCheck {
    std::size_t positions = 0;  ///< distinct ones, all strategies together
    int longest = 0;            ///< plies of the longest game met
};

/// Verifies a proof with nothing but the rules: every reply of the other side is tried, every game
/// ends as claimed, and the strategies together imply the result. Knows nothing of the solver.
base::Result<ProofCheck> check_proof(const Proof& proof);

}  // namespace ninefold::search
