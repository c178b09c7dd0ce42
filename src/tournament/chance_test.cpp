// SPDX-License-Identifier: MIT
#include "tournament/chance.h"

#include <gtest/gtest.h>

namespace ninefold::tournament {
namespace {

TEST(Chance, SignTest) {
    EXPECT_NEAR(chance_of_luck(10, 0), 1.0 / 1024, 1e-9);
    EXPECT_NEAR(chance_of_luck(9, 1), 11.0 / 1024, 1e-9);
    EXPECT_NEAR(chance_of_luck(1, 1), 0.75, 1e-9);
    EXPECT_DOUBLE_EQ(chance_of_luck(0, 0), 1);
    EXPECT_NEAR(chance_of_luck(0, 10), 1, 1e-9);
    EXPECT_LT(chance_of_luck(600, 400), 1e-9);
}

}  // namespace
}  // namespace ninefold::tournament
