// SPDX-License-Identifier: MIT
#include "base/counted.h"

#include <gtest/gtest.h>

namespace ninefold::base {
namespace {

TEST(CountedTest, OnlyOneIsSingular) {
    EXPECT_EQ(counted(0, "game"), "0 games");
    EXPECT_EQ(counted(1u, "game"), "1 game");
    EXPECT_EQ(counted(2L, "game"), "2 games");
    EXPECT_EQ(counted(1, "match", "es"), "1 match");
    EXPECT_EQ(counted(2, "match", "es"), "2 matches");
}

}  // namespace
}  // namespace ninefold::base
