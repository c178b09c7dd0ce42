// SPDX-License-Identifier: MIT
#include "search/time_budget.h"

#include <algorithm>
#include <chrono>

namespace ninefold::search {

namespace {

constexpr Duration kLeast = std::chrono::microseconds(200);
constexpr Duration kMost = std::chrono::hours(24 * 365);

/// What is left of a limit after the overhead; a short limit gives up at most a quarter of itself.
Duration safe(Duration limit, const TimeParameters& q) {
    limit = std::clamp(limit, Duration(0), kMost);
    return std::max(limit - std::clamp(limit / 4, Duration(0), q.overhead), Duration(0));
}

/// Plan for the clock of the whole game.
TimeBudget from_clock(Duration left, Duration increment, int ply, const TimeParameters& q) {
    const Duration usable = safe(left, q);
    increment = std::clamp(increment, Duration(0), kMost);
    const int moves = std::max(q.moves_left_early - ply / 4, q.moves_left_late);
    const Duration share = usable / moves + increment * 3 / 4;
    const auto most =
        Duration(static_cast<Duration::rep>(static_cast<double>(usable.count()) * q.most_of_clock));
    const Duration cap = std::max(most, std::min(increment, usable) * 3 / 4);
    return {std::min(share, cap), std::min(share * 4, cap)};
}

void lower(std::optional<Duration>& limit, Duration other) {
    limit = limit ? std::min(*limit, other) : other;
}

}  // namespace

TimeBudget time_budget(const protocol::Limits& limits, rules::Side side, int ply,
                       const TimeParameters& q) {
    TimeBudget budget;
    if (limits.infinite) return budget;
    if (const auto left = limits.time_left(side)) {
        budget = from_clock(*left, limits.increment(side), ply, q);
    }
    const bool planned = budget.maximum.has_value();
    for (const auto& limit : {limits.move_time, limits.hard_time}) {
        if (!limit) continue;
        const Duration most = safe(*limit, q);
        // A limit of the move alone is there to be used up.
        if (planned) lower(budget.optimum, most);
        lower(budget.maximum, most);
    }
    if (budget.optimum) budget.optimum = std::max(*budget.optimum, kLeast);
    if (budget.maximum) budget.maximum = std::max(*budget.maximum, kLeast);
    return budget;
}

double time_factor(const Certainty& c) {
    const double effort = 1.6 - std::clamp(c.best_share, 0.0, 1.0);   // 0.6 .. 1.6
    const double change = 1.3 - 0.08 * std::min(c.stable_depths, 8);  // 0.66 .. 1.3
    const double worry = 1.0 + 3.0 * std::clamp(c.drop, 0.0, 0.25);   // 1 .. 1.75
    return std::clamp(effort * change * worry, 0.3, 2.5);
}

}  // namespace ninefold::search
