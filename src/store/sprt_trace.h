// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "store/store.h"
#include "tournament/sprt.h"

namespace ninefold::store {

/// How a kept SPRT went.
struct SprtTrace {
    std::string a, b;  ///< names of the bots
    tournament::SprtBounds bounds;
    std::vector<double> llr;  ///< after each whole pair, in the order in which they were kept
};

/// The trace of a match, or of the newest SPRT. Fails where there is none, and where no pair of it
/// is complete.
base::Result<SprtTrace> sprt_trace(Store& store, std::optional<MatchId> id);

}  // namespace ninefold::store
