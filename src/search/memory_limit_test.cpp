// SPDX-License-Identifier: MIT
#include "search/memory_limit.h"

#include <stdlib.h>

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

namespace ninefold::search {
namespace {

namespace fs = std::filesystem;

/// The files of a kernel, as far as they tell of control groups.
class MemoryLimitTest : public ::testing::Test {
protected:
    MemoryLimitTest() {
        std::string pattern = (fs::temp_directory_path() / "ninefold-memory-XXXXXX").string();
        root_ = ::mkdtemp(pattern.data());
    }
    ~MemoryLimitTest() override { fs::remove_all(root_); }

    void write(const std::string& name, std::string_view text) {
        fs::create_directories((root_ / name).parent_path());
        std::ofstream(root_ / name) << text << '\n';
    }
    std::size_t limit() const { return memory_limit(root_.string()); }

    fs::path root_;
    const std::size_t machine_ = memory_limit("/nowhere");
};

constexpr std::string_view kMount2 =
    "30 20 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw,nsdelegate";

TEST_F(MemoryLimitTest, IsTheMachinesMemoryWithoutGroups) {
    EXPECT_EQ(limit(), machine_);
    write("proc/self/cgroup", "0::/system.slice/ninefold.service");
    write("proc/self/mountinfo", kMount2);
    write("sys/fs/cgroup/system.slice/ninefold.service/memory.max", "max");
    EXPECT_EQ(limit(), machine_);
}

TEST_F(MemoryLimitTest, IsTheLeastOfTheGroupsAbove) {
    write("proc/self/cgroup", "0::/system.slice/ninefold.service");
    write("proc/self/mountinfo", kMount2);
    write("sys/fs/cgroup/system.slice/ninefold.service/memory.max", "300000000");
    EXPECT_EQ(limit(), 300'000'000u);
    write("sys/fs/cgroup/system.slice/memory.max", "200000000");
    EXPECT_EQ(limit(), 200'000'000u);
}

/// Whose own group is the root of what it sees, or lies outside of it.
TEST_F(MemoryLimitTest, HeedsAContainersLimit) {
    write("proc/self/mountinfo", kMount2);
    write("sys/fs/cgroup/memory.max", "100000000");
    for (const char* group : {"0::/", "0::/../../other"}) {
        write("proc/self/cgroup", group);
        EXPECT_EQ(limit(), 100'000'000u) << group;
    }
}

TEST_F(MemoryLimitTest, HeedsTheFirstVersion) {
    write("proc/self/cgroup", "9:cpu,cpuacct:/\n4:hugetlb,memory:/docker/1f2e\n0::/");
    write("proc/self/mountinfo",
          "33 25 0:29 /docker/1f2e /sys/fs/cgroup/cpu ro - cgroup cgroup rw,cpu,cpuacct\n"
          "34 25 0:30 /docker/1f2e /sys/fs/cgroup/memory ro - cgroup cgroup rw,hugetlb,memory");
    write("sys/fs/cgroup/memory/memory.limit_in_bytes", "150000000");
    EXPECT_EQ(limit(), 150'000'000u);
    write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712");
    EXPECT_EQ(limit(), machine_);
}

}  // namespace
}  // namespace ninefold::search
