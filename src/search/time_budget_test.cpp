// SPDX-License-Identifier: MIT
#include "search/time_budget.h"

#include <gtest/gtest.h>

namespace ninefold::search {
namespace {

using namespace std::chrono_literals;
using rules::Side;

TEST(TimeBudget, NoLimitMeansNone) {
    EXPECT_FALSE(time_budget({}, Side::kX, 0).maximum.has_value());
    protocol::Limits infinite;
    infinite.move_time = 1s;
    infinite.infinite = true;
    EXPECT_FALSE(time_budget(infinite, Side::kX, 0).maximum.has_value());
}

TEST(TimeBudget, AMoveLimitIsUsedUpButForTheOverhead) {
    protocol::Limits limits;
    limits.move_time = 100ms;
    const auto budget = time_budget(limits, Side::kX, 0);
    ASSERT_TRUE(budget.maximum.has_value());
    EXPECT_LE(*budget.maximum, 95ms);
    EXPECT_GE(*budget.maximum, 80ms);
    EXPECT_FALSE(budget.optimum.has_value());
}

TEST(TimeBudget, TheSmallestOfSeveralLimitsHolds) {
    protocol::Limits limits;
    limits.move_time = 10s;
    limits.hard_time = 2s;
    limits.o_time = 5s;
    limits.x_time = 1h;
    EXPECT_LE(*time_budget(limits, Side::kO, 20).maximum, 1250ms);
    EXPECT_LE(*time_budget(limits, Side::kX, 20).maximum, 2s);
}

TEST(TimeBudget, AbsurdLimitsAreAnswered) {
    for (const Duration limit : {Duration(0), Duration(-5s), Duration(1ns), Duration(24h * 3650),
                                 Duration::max(), Duration::min()}) {
        protocol::Limits limits;
        limits.move_time = limits.x_time = limits.o_time = limits.hard_time = limit;
        limits.x_increment = limits.o_increment = limit;
        for (const Side side : {Side::kX, Side::kO}) {
            const auto budget = time_budget(limits, side, 40);
            ASSERT_TRUE(budget.maximum && budget.optimum);
            EXPECT_GT(budget.maximum->count(), 0);
            EXPECT_LE(*budget.optimum, *budget.maximum);
        }
    }
}

/// A whole game on one clock never runs out, though every move takes its maximum.
TEST(TimeBudget, NeverUsesTheClockUp) {
    for (const Duration start : {Duration(60s), Duration(1s), Duration(100ms)}) {
        for (const Duration increment : {Duration(0), Duration(500ms)}) {
            Duration left = start;
            for (int ply = 0; ply < 81 && left > 1ms; ply += 2) {
                protocol::Limits limits;
                limits.x_time = left;
                limits.x_increment = increment;
                const auto budget = time_budget(limits, Side::kX, ply);
                left -= *budget.maximum;
                ASSERT_GT(left.count(), 0) << "ply " << ply;
                left += increment;
            }
        }
    }
}

TEST(TimeFactor, GrowsWithDoubt) {
    EXPECT_LT(time_factor({.best_share = 0.95, .stable_depths = 10, .drop = 0}), 0.6);
    EXPECT_GT(time_factor({.best_share = 0.2, .stable_depths = 0, .drop = 0.2}), 1.5);
}

}  // namespace
}  // namespace ninefold::search
