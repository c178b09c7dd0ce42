// SPDX-License-Identifier: MIT
#include "process/launch.h"

#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

namespace ninefold::process {

namespace {

/// What a program says first, as a number; 0 where it says nothing within 10 s.
pid_t number_from(int descriptor) {
    pollfd event{descriptor, POLLIN, 0};
    std::array<char, 32> text{};
    if (::poll(&event, 1, 10'000) != 1 || ::read(descriptor, text.data(), text.size() - 1) <= 0) {
        return 0;
    }
    return static_cast<pid_t>(std::strtol(text.data(), nullptr, 10));
}

bool ends_within_10_s(const base::FileDescriptor& process) {
    pollfd event{process.number(), POLLIN, 0};
    return ::poll(&event, 1, 10'000) == 1;
}

/// As bwrap while it sets a sandbox up: its second process is not bound to the life of the first.
LaunchPlan plan_with_unbound_child() {
    LaunchPlan plan;
    plan.command = {"/bin/sh", "-c", "setsid sh -c 'echo $$; exec sleep 1000' & wait"};
    plan.environment = {"PATH=/usr/bin:/bin"};
    return plan;
}

TEST(Launch, NothingOutlivesAKilledReferee) {
    std::array<int, 2> said{};
    ASSERT_EQ(::pipe(said.data()), 0);
    const pid_t referee = ::fork();
    if (referee == 0) {
        const auto launched = launch(plan_with_unbound_child());
        const std::string child =
            std::to_string(launched ? number_from(launched->output.number()) : 0);
        if (::write(said[1], child.data(), child.size()) < 0) ::_exit(1);
        for (;;) ::pause();
    }
    const pid_t child = number_from(said[0]);
    ASSERT_GT(child, 0);
    const base::FileDescriptor process(static_cast<int>(::syscall(SYS_pidfd_open, child, 0)));
    ASSERT_TRUE(process);
    ::kill(referee, SIGKILL);
    ::waitpid(referee, nullptr, 0);
    EXPECT_TRUE(ends_within_10_s(process));
    ::close(said[0]);
    ::close(said[1]);
}

TEST(Launch, SaysHowTheProgramEndedOnceAllItStartedIsGone) {
    LaunchPlan plan;
    plan.command = {"/bin/sh", "-c", "setsid sleep 1000 & echo $!; exit 3"};
    plan.environment = {"PATH=/usr/bin:/bin"};
    const auto launched = launch(std::move(plan));
    ASSERT_TRUE(launched) << launched.error().message;
    const pid_t child = number_from(launched->output.number());
    ASSERT_TRUE(ends_within_10_s(launched->ended));
    int status = 0;
    ASSERT_EQ(::read(launched->ended.number(), &status, sizeof status), sizeof status);
    EXPECT_EQ(WEXITSTATUS(status), 3);
    EXPECT_EQ(::kill(child, 0), -1);
    ::waitpid(launched->guard, nullptr, 0);
}

TEST(Launch, WhereMemoryRunsOutTheProgramIsEndedBeforeTheReferee) {
    LaunchPlan plan;
    plan.command = {"/bin/cat", "/proc/self/oom_score_adj"};
    const auto launched = launch(std::move(plan));
    ASSERT_TRUE(launched) << launched.error().message;
    EXPECT_EQ(number_from(launched->output.number()), 1000);
    EXPECT_TRUE(ends_within_10_s(launched->ended));
    ::waitpid(launched->guard, nullptr, 0);
}

TEST(Launch, SaysWhyAProgramCannotBeStarted) {
    LaunchPlan plan;
    plan.command = {"/nowhere/bot"};
    const auto launched = launch(std::move(plan));
    ASSERT_FALSE(launched);
    EXPECT_EQ(launched.error().message,
              "'/nowhere/bot' cannot be started: No such file or directory");
}

}  // namespace

}  // namespace ninefold::process
