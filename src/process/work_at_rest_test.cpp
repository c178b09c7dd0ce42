// SPDX-License-Identifier: MIT
#include "process/work_at_rest.h"

#include <gtest/gtest.h>

namespace ninefold::process {
namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

ProcessStat started(std::string start, milliseconds used) {
    return {.state = 'T', .threads = 1, .start = std::move(start), .used = used};
}

class WorkAtRestTest : public testing::Test {
protected:
    void look(ProcessTable processes, milliseconds after = 1ms) {
        work.add_look(std::move(processes), now += after);
    }

    WorkAtRest work;
    WorkAtRest::Clock::time_point now;
};

TEST_F(WorkAtRestTest, CountsFromTheFirstLookOn) {
    look({{7, started("1", 5000ms)}});
    EXPECT_EQ(work.total(), 0ms);
    look({{7, started("1", 5030ms)}});
    look({{7, started("1", 5070ms)}});
    EXPECT_EQ(work.total(), 70ms);
}

TEST_F(WorkAtRestTest, KeepsTheWorkOfEndedProcesses) {
    look({{7, started("1", 100ms)}, {8, started("1", 9000ms)}});
    look({{7, started("1", 300ms)}, {8, started("1", 9000ms)}});
    EXPECT_EQ(work.total(), 200ms);
    look({});
    EXPECT_EQ(work.total(), 200ms);
}

/// A look may miss a process whose parent ends meanwhile.
TEST_F(WorkAtRestTest, CountsNoHistoryOfAProcessThatTheFirstLookMissed) {
    look({{7, started("1", 100ms)}});
    look({{7, started("1", 100ms)}, {8, started("1", 9000ms)}});
    EXPECT_LE(work.total(), WorkAtRest::kMostPerLook);
}

TEST_F(WorkAtRestTest, CountsNoHistoryOfAProcessWithTheNumberOfAnother) {
    look({{7, started("1", 100ms)}});
    look({{7, started("2", 9000ms)}});
    EXPECT_EQ(work.total(), 0ms);
}

TEST_F(WorkAtRestTest, CountsTheTimeInWhichProcessesComeAndGo) {
    look({{7, {}}});
    for (pid_t pid = 8; pid < 108; ++pid) look({{pid, {}}}, 5ms);
    EXPECT_EQ(work.total(), 500ms);
}

/// On a busy machine looks are rare, and a fork that had begun ends late.
TEST_F(WorkAtRestTest, CountsLittleOfALongTimeBetweenLooks) {
    look({{7, started("1", 0ms)}});
    look({{7, started("1", 0ms)}, {8, started("2", 0ms)}}, 10s);
    EXPECT_EQ(work.total(), WorkAtRest::kMostPerLook);
    look({{7, started("1", 0ms)}, {8, started("2", 0ms)}}, 10s);
    EXPECT_EQ(work.total(), WorkAtRest::kMostPerLook);
}

}  // namespace
}  // namespace ninefold::process
