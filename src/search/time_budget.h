// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "protocol/limits.h"

namespace ninefold::search {

using protocol::Duration;

/// Numbers of the time use, with their reasons.
struct TimeParameters {
    /// Kept back from every limit: scheduling, pipes and the referee's reading. Measured under load
    /// (docs/engine.md).
    Duration overhead = std::chrono::milliseconds(15);
    /// With a clock and no increment, the game is planned as if this many own moves were left.
    int moves_left_early = 22, moves_left_late = 8;
    /// No move may take more than this part of the clock.
    double most_of_clock = 0.25;
};

/// How long one move may take. Nothing set: no limit of time.
struct TimeBudget {
    std::optional<Duration> optimum;  ///< when to stop if the choice is clear
    std::optional<Duration> maximum;  ///< when to stop in any case
};

/// Budget of the mover of a position `ply` plies into the game. Limits that are zero, negative or
/// absurdly large are all answered: with the least budget, or with none.
TimeBudget time_budget(const protocol::Limits& limits, rules::Side side, int ply,
                       const TimeParameters& parameters = {});

/// How sure the choice looks between two iterations.
struct Certainty {
    double best_share = 1;  ///< part of all nodes that the best move took
    int stable_depths = 0;  ///< iterations since the best move changed
    double drop = 0;        ///< fall of the expected score since the last iteration, 0..1
};

/// The part of the optimum (0.3 to 2.5) to spend given how sure the choice looks.
double time_factor(const Certainty& certainty);

}  // namespace ninefold::search
