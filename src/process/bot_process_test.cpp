// SPDX-License-Identifier: MIT
#include "process/bot_process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <thread>

#include "process/process_tree.h"

namespace ninefold::process {
namespace {

using namespace std::chrono_literals;

class BotProcessTest : public testing::Test {
protected:
    /// A program that waits for its input, without control groups.
    void SetUp() override { start({"/bin/cat"}); }
    void start(std::vector<std::string> command) {
        LaunchPlan plan;
        plan.command = std::move(command);
        auto started = launch(std::move(plan));
        ASSERT_TRUE(started) << started.error().message;
        launched = std::move(*started);
    }
    void make() {
        guard = launched.guard;
        process.emplace(std::move(launched), std::make_unique<Cgroup>(CgroupSite{}, "", limits),
                        64 * 1024);
    }

    template <typename Condition>
    static bool comes_true(Condition condition) {
        const auto end = BotProcess::Clock::now() + 10s;
        while (!condition()) {
            if (BotProcess::Clock::now() > end) return false;
            std::this_thread::sleep_for(1ms);
        }
        return true;
    }

    const GroupLimits limits{0, 0, {}};
    Launched launched;
    pid_t guard = -1;
    std::optional<BotProcess> process;
};

/// The writer of a pipe can have each of its writes read alone.
TEST_F(BotProcessTest, ReadsFewOfManySmallPacketsAtOnce) {
    constexpr int kPackets = 3 * BotProcess::kReadsPerDrain;
    std::array<int, 2> ends{};
    ASSERT_EQ(::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK | O_DIRECT), 0);
    launched.errors = base::FileDescriptor(ends[0]);
    const base::FileDescriptor writing(ends[1]);
    make();
    for (int i = 0; i < kPackets; ++i) ASSERT_EQ(::write(writing.number(), "x", 1), 1);
    EXPECT_TRUE(process->drain_errors());
    EXPECT_EQ(process->log().size(), std::size_t{BotProcess::kReadsPerDrain});
    while (process->log().size() < kPackets) ASSERT_TRUE(process->drain_errors());
}

TEST_F(BotProcessTest, StopsAgainWhatContinuesAtRest) {
    make();
    const auto bot = descendants(guard);
    ASSERT_EQ(bot.size(), 1u);
    const auto comes_to_rest = [&] {
        const auto end = BotProcess::Clock::now() + 10s;
        while (process_stat(bot[0]).state != 'T') {
            const auto next = process->keep_at_rest(0ms);
            if (!next || BotProcess::Clock::now() > end) return false;
            std::this_thread::sleep_until(*next);
        }
        return true;
    };
    EXPECT_FALSE(comes_to_rest()) << "nobody has told it to";
    process->rest();
    EXPECT_TRUE(comes_to_rest());
    ::kill(bot[0], SIGCONT);
    EXPECT_TRUE(comes_to_rest());
    process->wake();
    EXPECT_FALSE(comes_to_rest());
}

/// The use of processes that come and go between two looks is not seen.
TEST_F(BotProcessTest, EndsWhatHasNewProcessesAtRestAgainAndAgain) {
    start({"/bin/sh", "-c", "while read line; do sleep 1000 & done"});
    make();
    const auto bot = descendants(guard);
    ASSERT_EQ(bot.size(), 1u);
    process->rest();
    for (int i = 0; i < 100 && !process->worked_at_rest(); ++i) {
        const std::size_t before = descendants(guard).size();
        ASSERT_EQ(::write(process->input(), "\n", 1), 1);
        ::kill(bot[0], SIGCONT);
        ASSERT_TRUE(comes_true([&] { return descendants(guard).size() > before; }));
        const auto next = process->keep_at_rest(0ms);
        ASSERT_TRUE(next || process->worked_at_rest());
        if (next) std::this_thread::sleep_until(*next);
    }
    EXPECT_TRUE(process->worked_at_rest());
    EXPECT_TRUE(comes_true([&] { return descendants(guard).empty(); }));
}

}  // namespace
}  // namespace ninefold::process
