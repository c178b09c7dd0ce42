// SPDX-License-Identifier: MIT
#include "process/cgroup.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <fstream>

#include <fmt/format.h>

#include "process/process_tree.h"

namespace ninefold::process {
namespace {

namespace fs = std::filesystem;

TEST(CgroupSite, HasNothingWhereNothingIsMounted) {
    const Cgroup group(CgroupSite{}, "none", {1 << 20, 10, 1.0});
    EXPECT_TRUE(group.entrances().empty());
    EXPECT_FALSE(group.limits_memory());
    EXPECT_FALSE(group.can_freeze());
    EXPECT_TRUE(group.is_empty());
    EXPECT_FALSE(group.ran_out_of_memory());
}

std::vector<fs::path> folders_for_groups() {
    const auto site = CgroupSite::look();
    std::vector<fs::path> folders;
    if (!site.unified.empty()) folders.push_back(site.unified);
    for (const auto& [controller, folder] : site.controllers) folders.push_back(folder);
    return folders;
}

TEST(Cgroup, YieldsToOthersWhileItIsIdle) {
    const auto site = CgroupSite::find();
    const std::string name = group_name(8);
    Cgroup group(site, name, {0, 10, {}});
    std::vector<fs::path> files;
    for (const fs::path& folder : folders_for_groups()) {
        if (fs::exists(folder / name / "cpu.idle")) files.push_back(folder / name / "cpu.idle");
    }
    if (files.empty()) GTEST_SKIP() << "no control group here yields";
    ASSERT_EQ(files.size(), 1u);
    for (const bool idle : {true, false, true}) {
        group.set_idle(idle);
        EXPECT_EQ(kernel_file(files[0]), idle ? "1\n" : "0\n");
    }
}

/// A group that a killed program leaves behind with a process in it.
struct LeftBehind {
    LeftBehind() {
        std::array<int, 2> ends{};
        if (::pipe(ends.data()) != 0) return;
        const pid_t program = ::fork();
        if (program == 0) {
            Cgroup group(CgroupSite::find(), group_name(0), {0, 10, {}});
            const pid_t member = ::fork();
            if (member == 0) {
                for (const int entrance : group.entrances()) {
                    if (::write(entrance, "0", 1) != 1) ::_exit(1);
                }
                ::setsid();
                ::close(ends[0]);
                ::dup2(ends[1], STDOUT_FILENO);
                const char* script = group.entrances().empty() ? ":" : "printf y; exec sleep 1000";
                ::execl("/bin/sh", "sh", "-c", script, nullptr);
                ::_exit(1);
            }
            ::close(ends[1]);
            for (;;) ::pause();
        }
        ::close(ends[1]);
        char ready = 'n';
        if (::read(ends[0], &ready, 1) == 1) holds_processes = ready == 'y';
        ::kill(program, SIGKILL);
        ::waitpid(program, nullptr, 0);
        end = base::FileDescriptor(ends[0]);
        number = fmt::format("-{}-", program);
    }

    bool exists() const {
        for (const fs::path& site : folders_for_groups()) {
            for (const auto& entry : fs::directory_iterator(site)) {
                const std::string name = entry.path().filename();
                if (name.starts_with("ninefold-") && name.find(number) != name.npos) return true;
            }
        }
        return false;
    }

    bool holds_processes = false;
    std::string number;        ///< of the program, as the names of its groups have it
    base::FileDescriptor end;  ///< of a pipe whose other end the process in it has
};

TEST(CgroupSite, EndsWhatAKilledProgramLeftBehind) {
    const LeftBehind left;
    if (!left.holds_processes) GTEST_SKIP() << "no control groups here";
    CgroupSite::find();  // as any other program's does that begins just now
    pollfd event{left.end.number(), POLLIN, 0};
    EXPECT_EQ(::poll(&event, 1, 5000), 1) << "its process was not ended";
    EXPECT_FALSE(left.exists());
}

TEST(CgroupSite, LeavesTheGroupsOfLivingProgramsAlone) {
    const Cgroup mine(CgroupSite::find(), group_name(7), {0, 10, {}});
    if (mine.entrances().empty()) GTEST_SKIP() << "no control groups here";
    CgroupSite::find();
    EXPECT_TRUE(mine.is_empty());
    EXPECT_FALSE(mine.entrances().empty());
}

/// A program of another PID namespace may have any number, and cannot be looked up from here; and
/// a container may be called what looks like one of ours.
TEST(CgroupSite, LeavesGroupsOfOthersAlone) {
    for (const char* name : {"ninefold-1-999999999-1-0", "ninefold-999999999"}) {
        Cgroup other(CgroupSite::find(), name, {0, 10, {}});
        if (other.entrances().empty()) GTEST_SKIP() << "no control groups here";
        const pid_t member = ::fork();
        if (member == 0) {
            for (const int entrance : other.entrances()) {
                if (::write(entrance, "0", 1) != 1) ::_exit(1);
            }
            for (;;) ::pause();
        }
        while (other.is_empty() && ::waitpid(member, nullptr, WNOHANG) == 0) ::usleep(1000);
        CgroupSite::find();
        EXPECT_EQ(::waitpid(member, nullptr, WNOHANG), 0) << name << " was killed";
        ::kill(member, SIGKILL);
        ::waitpid(member, nullptr, 0);
        EXPECT_TRUE(other.is_empty());
    }
}

}  // namespace
}  // namespace ninefold::process
