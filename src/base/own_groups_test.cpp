// SPDX-License-Identifier: MIT
#include "base/own_groups.h"

#include <gtest/gtest.h>

namespace ninefold::base {
namespace {

TEST(OwnGroups, ReadsTheUnifiedHierarchy) {
    const auto groups = own_groups(
        "29 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n",
        "0::/user.slice/user-1000.slice/run-7.scope\n");
    ASSERT_EQ(groups.size(), 1u);
    EXPECT_EQ(groups[0].controller, "");
    EXPECT_EQ(groups[0].top, "/sys/fs/cgroup");
    EXPECT_EQ(groups[0].folder, "/sys/fs/cgroup/user.slice/user-1000.slice/run-7.scope");
}

TEST(OwnGroups, ReadsControllersWithTheirOwnHierarchies) {
    const auto groups =
        own_groups("30 23 0:27 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
                   "31 23 0:28 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n"
                   "32 23 0:29 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n"
                   "33 23 0:30 / /proc rw - proc proc rw\n",
                   "5:memory:/a/b\n4:cpu,cpuacct:/\n1:name=systemd:/x\n0::/\n");
    ASSERT_EQ(groups.size(), 4u);
    EXPECT_EQ(groups[0].controller, "memory");
    EXPECT_EQ(groups[0].folder, "/sys/fs/cgroup/memory/a/b");
    EXPECT_EQ(groups[1].controller, "cpu");
    EXPECT_EQ(groups[1].folder, "/sys/fs/cgroup/cpu,cpuacct");
    EXPECT_EQ(groups[2].controller, "cpuacct");
    EXPECT_EQ(groups[3].controller, "");
    EXPECT_EQ(groups[3].folder, "/sys/fs/cgroup/unified");
}

TEST(OwnGroups, FollowsAContainersPartOfTheHierarchy) {
    const auto inside =
        own_groups("29 23 0:26 /docker/abc /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n",
                   "0::/docker/abc/x\n");
    ASSERT_EQ(inside.size(), 1u);
    EXPECT_EQ(inside[0].folder, "/sys/fs/cgroup/x");
    const auto outside =
        own_groups("29 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n", "0::/../elsewhere\n");
    ASSERT_EQ(outside.size(), 1u);
    EXPECT_EQ(outside[0].top, "/sys/fs/cgroup");
    EXPECT_EQ(outside[0].folder, "");
}

TEST(OwnGroups, AreNoneWhereNothingIsMounted) {
    EXPECT_TRUE(own_groups("", "").empty());
    EXPECT_TRUE(own_groups("30 23 0:27 / /proc rw - proc proc rw\n- - -", "0::/\nx:y\n").empty());
}

}  // namespace
}  // namespace ninefold::base
