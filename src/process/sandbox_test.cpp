// SPDX-License-Identifier: MIT
#include "process/sandbox.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ninefold::process {
namespace {

/// Real-time priority would let a bot keep a core from its opponent and from the referee.
TEST(SandboxLimits, NoBotInheritsTheRightToRaiseItsPriority) {
    const ConfinedProgram program{{{"sh"}, {}}, {}};
    const auto plan = plan_without_sandbox(program, Cgroup({}, "", {}));
    ASSERT_TRUE(plan) << plan.error().message;
    EXPECT_THAT(plan->limits, testing::IsSupersetOf({testing::Pair(RLIMIT_RTPRIO, rlim_t{0}),
                                                     testing::Pair(RLIMIT_NICE, rlim_t{0})}));
}

}  // namespace
}  // namespace ninefold::process
