// SPDX-License-Identifier: MIT
#include "server/game_clocks.h"

#include <gtest/gtest.h>

namespace ninefold::server {

namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr milliseconds kRetry{1000};

TEST(GameClocksTest, AGameHasOneEntryHoweverOftenItChanges) {
    GameClocks clocks(10);
    const GameClocks::Time start{};
    for (int i = 0; i < 1000; ++i) clocks.set("a", start + seconds(i), start + hours(8760));
    EXPECT_EQ(clocks.size(), 1u);
    EXPECT_EQ(clocks.turn_began("a"), start + seconds(999));
    clocks.forget("a");
    EXPECT_EQ(clocks.size(), 0u);
    EXPECT_FALSE(clocks.next());
    EXPECT_FALSE(clocks.turn_began("a"));
}

TEST(GameClocksTest, GamesAreDueInOrderAndUntilTheyAreForgotten) {
    GameClocks clocks(10);
    const GameClocks::Time start{};
    clocks.set("late", start, start + seconds(30));
    clocks.set("early", start, start + seconds(10));
    clocks.set("moved", start, start + seconds(5));
    clocks.set("moved", start, start + seconds(20));
    EXPECT_EQ(clocks.next(), start + seconds(10));
    EXPECT_EQ(clocks.due(start + seconds(9), kRetry), std::vector<std::string>());
    EXPECT_EQ(clocks.due(start + seconds(20), kRetry),
              (std::vector<std::string>{"early", "moved"}));
    EXPECT_EQ(clocks.next(), start + seconds(21));
    clocks.forget("early");
    EXPECT_EQ(clocks.due(start + seconds(21), kRetry), std::vector<std::string>{"moved"});
    EXPECT_EQ(clocks.turn_began("moved"), start);
}

TEST(GameClocksTest, TheLatestDeadlinesAreDroppedFirst) {
    GameClocks clocks(2);
    const GameClocks::Time start{};
    for (const int deadline : {3, 1, 2, 4}) {
        clocks.set(std::to_string(deadline), start, start + seconds(deadline));
    }
    EXPECT_EQ(clocks.due(start + hours(1), kRetry), (std::vector<std::string>{"1", "2"}));
}

}  // namespace

}  // namespace ninefold::server
