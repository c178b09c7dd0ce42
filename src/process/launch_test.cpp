// SPDX-License-Identifier: MIT
#include "process/launch.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "process/process_tree.h"

namespace ninefold::process {

namespace {

TEST(Launch, WhatASandboxesFirstProcessStartedDiesWithIt) {
    if (::geteuid() != 0) GTEST_SKIP() << "only root makes PID namespaces";
    LaunchPlan plan;
    plan.command = {"/bin/sh", "-c", "sleep 1000 & echo begun; wait"};
    plan.namespace_info = base::FileDescriptor(::open("/dev/null", O_RDONLY));
    const auto launched = launch(std::move(plan));
    ASSERT_TRUE(launched);
    pollfd begun{launched->output.number(), POLLIN, 0};
    ASSERT_EQ(::poll(&begun, 1, 10'000), 1);
    const std::vector<pid_t> below = descendants(launched->pid);
    ASSERT_EQ(below.size(), 1u);
    const base::FileDescriptor sleeper(static_cast<int>(::syscall(SYS_pidfd_open, below[0], 0)));
    ::kill(launched->pid, SIGKILL);
    ::waitpid(launched->pid, nullptr, 0);
    pollfd ended{sleeper.number(), POLLIN, 0};
    EXPECT_EQ(::poll(&ended, 1, 10'000), 1);
}

}  // namespace

}  // namespace ninefold::process
