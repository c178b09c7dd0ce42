// SPDX-License-Identifier: MIT
#include "bots/cgroup.h"

#include <gtest/gtest.h>

#include <fstream>

namespace ninefold::bots {
namespace {

namespace fs = std::filesystem;

TEST(CgroupSite, ReadsTheUnifiedHierarchy) {
    const auto site = CgroupSite::parse(
        "29 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n",
        "0::/user.slice/user-1000.slice/run-7.scope\n");
    EXPECT_EQ(site.unified, "/sys/fs/cgroup/user.slice/user-1000.slice/run-7.scope");
    EXPECT_TRUE(site.controllers.empty());
}

TEST(CgroupSite, ReadsControllersWithTheirOwnHierarchies) {
    const auto site = CgroupSite::parse(
        "30 23 0:27 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
        "31 23 0:28 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n"
        "32 23 0:29 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n"
        "33 23 0:30 / /proc rw - proc proc rw\n",
        "5:memory:/a/b\n4:cpu,cpuacct:/\n1:name=systemd:/x\n0::/\n");
    EXPECT_EQ(site.unified, "/sys/fs/cgroup/unified");
    ASSERT_EQ(site.controllers.size(), 3u);
    EXPECT_EQ(site.controllers.at("memory"), "/sys/fs/cgroup/memory/a/b");
    EXPECT_EQ(site.controllers.at("cpu"), "/sys/fs/cgroup/cpu,cpuacct");
}

TEST(CgroupSite, FollowsAContainersPartOfTheHierarchy) {
    const auto site =
        CgroupSite::parse("29 23 0:26 /docker/abc /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n",
                          "0::/docker/abc/x\n");
    EXPECT_EQ(site.unified, "/sys/fs/cgroup/x");
    const auto outside = CgroupSite::parse("29 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n",
                                           "0::/../elsewhere\n");
    EXPECT_TRUE(outside.unified.empty());
}

TEST(CgroupSite, HasNothingWhereNothingIsMounted) {
    const auto site = CgroupSite::parse("", "");
    const Cgroup group(site, "none", {1 << 20, 10, 1.0});
    EXPECT_FALSE(group.holds_processes());
    EXPECT_FALSE(group.limits_memory());
    EXPECT_FALSE(group.can_freeze());
    EXPECT_TRUE(group.is_empty());
    EXPECT_FALSE(group.ran_out_of_memory());
}

}  // namespace
}  // namespace ninefold::bots
