// SPDX-License-Identifier: MIT
#include "server/bot_pool.h"

#include <gtest/gtest.h>

namespace ninefold::server {
namespace {

TEST(BotPool, EvictsTheBotThatWasNotAskedForTheLongest) {
    BotPool::Bots bots;
    const auto find = [&](const char* spec) { return BotPool::find(spec, bots, 1); };
    const bots::Bot* const first = find("engine:level=1");
    EXPECT_NE(first, nullptr);
    EXPECT_NE(find("engine:level=2"), nullptr);
    EXPECT_EQ(find("engine:level=1"), first);
    EXPECT_NE(find("engine:level=3"), nullptr);
    EXPECT_EQ(find("engine:level=1"), first) << "level 2 was older";
    EXPECT_EQ(bots.size(), 2u);
    EXPECT_EQ(find("no-such-bot"), nullptr);
}

}  // namespace
}  // namespace ninefold::server
