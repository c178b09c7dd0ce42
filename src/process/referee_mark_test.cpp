// SPDX-License-Identifier: MIT
#include "process/referee_mark.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <filesystem>

namespace ninefold::process {
namespace {

namespace fs = std::filesystem;

/// Whether nobody holds the other end any more.
bool is_closed(int end, int milliseconds) {
    pollfd event{end, POLLIN, 0};
    return ::poll(&event, 1, milliseconds) == 1 && (event.revents & POLLHUP) != 0;
}

TEST(RefereeMark, SandboxesOfAKilledProgramAreEnded) {
    std::string folder = testing::TempDir() + "/mark_XXXXXX";
    ASSERT_NE(::mkdtemp(folder.data()), nullptr);
    const fs::path program = fs::path(folder) / "bwrap";
    fs::copy_file("/bin/sleep", program);
    std::array<int, 2> left{};
    ASSERT_EQ(::pipe2(left.data(), O_CLOEXEC), 0);

    const pid_t referee = ::fork();
    if (referee == 0) {
        std::string mark = referee_mark();
        const pid_t orphan = ::fork();
        if (orphan == 0) {
            std::string name = program.string();
            ::setsid();
            ::dup2(left[1], STDOUT_FILENO);
            std::array<char*, 3> words = {name.data(), const_cast<char*>("1000"), nullptr};
            std::array<char*, 2> environment = {mark.data(), nullptr};
            ::execve(name.c_str(), words.data(), environment.data());
            ::_exit(1);
        }
        ::close(left[1]);
        for (;;) ::pause();
    }
    ::close(left[1]);
    kill_abandoned();
    EXPECT_FALSE(is_closed(left[0], 200)) << "its program lives";
    ::kill(referee, SIGKILL);
    ::waitpid(referee, nullptr, 0);
    kill_abandoned();  // as any other program's does that begins just now
    EXPECT_TRUE(is_closed(left[0], 5000));
    ::close(left[0]);
    fs::remove_all(folder);
}

TEST(RefereeMark, KnowsWhoHasEnded) {
    const std::string mine = referee_id();
    EXPECT_FALSE(has_ended(mine));
    // The number was given again.
    EXPECT_TRUE(has_ended(mine + "1"));
    const std::string space = mine.substr(0, mine.find('-'));
    EXPECT_TRUE(has_ended(space + "-999999999-1"));
    EXPECT_FALSE(has_ended("1-999999999-1")) << "another namespace";
    for (const char* none : {"", "-", "--", "-1-1", "1-1"}) EXPECT_FALSE(has_ended(none)) << none;
    EXPECT_FALSE(has_ended(space + "-0-1"));
    EXPECT_FALSE(has_ended(space + "--1"));
}

TEST(RefereeMark, ProcessesMayEndWhileTheyAreLookedAt) {
    const pid_t parent = ::fork();
    if (parent == 0) {  // children that come and go, until it is killed
        ::signal(SIGCHLD, SIG_IGN);
        for (useconds_t age = 0;; age = (age + 20) % 1000) {
            if (::fork() != 0) continue;
            ::usleep(age);
            ::_exit(0);
        }
    }
    EXPECT_NO_THROW({
        for (int i = 0; i < 400; ++i) kill_abandoned();
    });
    ::kill(parent, SIGKILL);
    ::waitpid(parent, nullptr, 0);
}

}  // namespace
}  // namespace ninefold::process
