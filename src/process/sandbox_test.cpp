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

/// RLIMIT_DATA does not count memory that is shared, even by one process with itself.
TEST(SandboxLimits, TheNoteOnMemoryPromisesNoMoreThanIsLimited) {
    const auto notes = not_enforced({}, Cgroup({}, "", {}));
    EXPECT_THAT(notes, testing::Contains("no memory control group: only the private memory of each "
                                         "process of a bot is limited, not their sum, nor memory "
                                         "that they share"));
}

}  // namespace
}  // namespace ninefold::process
