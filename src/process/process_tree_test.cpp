// SPDX-License-Identifier: MIT
#include "process/process_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>

namespace ninefold::process {
namespace {

using namespace std::chrono_literals;

/// A child process for a test, killed at its end.
struct Child {
    template <typename Work>
    explicit Child(Work work) : pid(::fork()) {
        if (pid == 0) work();
    }
    ~Child() {
        ::kill(pid, SIGKILL);
        ::waitpid(pid, nullptr, 0);
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    char state() const { return process_stat(pid).state; }
    pid_t pid;
};

void* wait_for_ever(void*) {
    for (;;) ::pause();
}

/// Lets the first thread end; another one lives.
void leave_zombie() {
    pthread_t thread;
    ::pthread_create(&thread, nullptr, wait_for_ever, nullptr);
    ::syscall(SYS_exit, 0);
}

template <typename Condition>
bool eventually(Condition condition) {
    const auto end = std::chrono::steady_clock::now() + 10s;
    while (!condition()) {
        if (std::chrono::steady_clock::now() > end) return false;
        ::usleep(1000);
    }
    return true;
}

TEST(ProcessTree, AProcessWhoseFirstThreadHasEndedLives) {
    const Child child(leave_zombie);
    ASSERT_TRUE(eventually([&] { return child.state() == 'Z'; }));
    EXPECT_THAT(descendants(::getpid()), testing::ElementsAre(child.pid));
    EXPECT_FALSE(stop_descendants(::getpid(), 10s));
    EXPECT_TRUE(stop_descendants(::getpid(), 10s)) << "its living thread is stopped";
}

TEST(ProcessTree, AProcessThatHasEndedDoesNotCount) {
    const Child child([] { ::_exit(0); });
    ASSERT_TRUE(eventually([&] { return child.state() == 'Z'; }));
    // A sanitizer's own thread may end a moment after the first one.
    EXPECT_TRUE(eventually([] { return descendants(::getpid()).empty(); }));
}

TEST(ProcessTree, StopsUntilAllAreStopped) {
    const Child first([] { wait_for_ever(nullptr); });
    const Child second([] { wait_for_ever(nullptr); });
    EXPECT_FALSE(stop_descendants(::getpid(), 10s));
    EXPECT_EQ(first.state(), 'T');
    EXPECT_EQ(second.state(), 'T');
    EXPECT_TRUE(stop_descendants(::getpid(), 10s));
    ::kill(second.pid, SIGCONT);
    EXPECT_FALSE(stop_descendants(::getpid(), 10s));
    EXPECT_EQ(second.state(), 'T');
}

/// Always has new children.
void fork_for_ever() {
    ::signal(SIGCHLD, SIG_IGN);
    for (;;) {
        if (::fork() == 0) {
            ::usleep(1000);
            ::_exit(0);
        }
        ::usleep(100);
    }
}

TEST(ProcessTree, ContinuesAllThoughNewOnesKeepComing) {
    const Child stopped([] { wait_for_ever(nullptr); });
    ASSERT_FALSE(stop_descendants(::getpid(), 10s));
    const Child forking(fork_for_ever);
    ASSERT_TRUE(eventually([&] { return !descendants(forking.pid).empty(); }));
    continue_descendants(::getpid());
    EXPECT_TRUE(eventually([&] { return stopped.state() != 'T'; }));
}

TEST(ProcessTree, ShowsWhatHasEnded) {
    const Child child([] { ::_exit(0); });
    ASSERT_TRUE(eventually([&] { return child.state() == 'Z'; }));
    EXPECT_TRUE(processes_below(::getpid()).contains(child.pid));
}

}  // namespace
}  // namespace ninefold::process
