// SPDX-License-Identifier: MIT
#include "arena/game_clock.h"

#include <gtest/gtest.h>

namespace ninefold::arena {
namespace {

using namespace std::chrono_literals;
using rules::Ending;
using rules::Side;

GameClock clock_of(const char* text) { return GameClock(*parse_time_control(text)); }

TEST(GameClockTest, PerMoveAndPerGame) {
    GameClock clock = clock_of("move=10s,game=25s");
    EXPECT_EQ(clock.deadline(Side::kX), 10s);
    EXPECT_FALSE(clock.charge(Side::kX, 10s));
    EXPECT_FALSE(clock.charge(Side::kX, 9s));
    EXPECT_EQ(clock.deadline(Side::kX), 6s);
    EXPECT_EQ(clock.deadline(Side::kO), 10s);
    const auto game = clock.charge(Side::kX, 7s);
    ASSERT_TRUE(game);
    EXPECT_EQ(game->ending, Ending::kGameTime);
    EXPECT_EQ(game->limit, 6s);
    const auto move = clock.charge(Side::kO, 10s + 1ns);
    ASSERT_TRUE(move);
    EXPECT_EQ(move->ending, Ending::kMoveTime);
}

TEST(GameClockTest, Increment) {
    GameClock clock = clock_of("tc=2+0.5");
    EXPECT_FALSE(clock.charge(Side::kO, 1s));
    EXPECT_EQ(clock.left(Side::kO), 1500ms);
    EXPECT_EQ(clock.left(Side::kX), 2s);
    EXPECT_EQ(clock.limits(Side::kX).x_increment, 500ms);
}

TEST(GameClockTest, FirstMove) {
    GameClock clock = clock_of("first=1s,move=100ms");
    EXPECT_EQ(clock.deadline(Side::kX), 1s);
    EXPECT_FALSE(clock.charge(Side::kX, 900ms));
    EXPECT_EQ(clock.deadline(Side::kX), 100ms);
    EXPECT_EQ(clock.deadline(Side::kO), 1s);
}

TEST(GameClockTest, SoftHardGrant) {
    GameClock clock = clock_of("soft=90s,hard=100s,grant=1.5");
    EXPECT_EQ(clock.limits(Side::kX).move_time, 90s);
    EXPECT_EQ(clock.limits(Side::kX).hard_time, 100s);
    EXPECT_FALSE(clock.charge(Side::kX, 92s));
    EXPECT_EQ(clock.limits(Side::kO).move_time, 93s);
    EXPECT_EQ(clock.deadline(Side::kO), 103s);
    EXPECT_FALSE(clock.charge(Side::kO, 93s));  // within its grown soft limit: nothing granted
    EXPECT_EQ(clock.deadline(Side::kX), 100s);
    EXPECT_EQ(clock.deadline(Side::kO), 100s);  // a grant lasts for one move
    EXPECT_TRUE(clock.charge(Side::kX, 100s + 1ns));
}

TEST(GameClockTest, TimeOdds) {
    GameClock clock(*parse_time_controls("X first=1s,tc=60+2; O move=100ms,game=5s"));
    const protocol::Limits limits = clock.limits(Side::kO);
    EXPECT_EQ(limits.x_time, 60s);
    EXPECT_EQ(limits.o_time, 5s);
    EXPECT_EQ(limits.x_increment, 2s);
    EXPECT_EQ(limits.o_increment, 0s);
    EXPECT_EQ(limits.move_time, 100ms);
    EXPECT_EQ(clock.deadline(Side::kX), 1s);
    EXPECT_FALSE(clock.charge(Side::kX, 1s));
    EXPECT_EQ(clock.left(Side::kX), 61s);
    EXPECT_FALSE(clock.charge(Side::kO, 100ms));
    EXPECT_EQ(clock.deadline(Side::kX), 61s);
    EXPECT_FALSE(clock.charge(Side::kX, 30s));
    EXPECT_EQ(clock.charge(Side::kO, 101ms)->ending, rules::Ending::kMoveTime);
}

TEST(GameClockTest, OnlyTheSideWithASoftLimitGrants) {
    GameClock clock(*parse_time_controls("X soft=1s,hard=2s,grant=2; O move=1s"));
    EXPECT_FALSE(clock.charge(Side::kX, 2s));
    EXPECT_EQ(clock.deadline(Side::kO), 3s);
    EXPECT_FALSE(clock.charge(Side::kO, 3s));
    EXPECT_EQ(clock.limits(Side::kX).move_time, 1s);
}

TEST(GameClockTest, NoneNeverEnds) {
    GameClock clock = clock_of("none");
    EXPECT_FALSE(clock.deadline(Side::kX));
    EXPECT_FALSE(clock.charge(Side::kX, 24h));
}

}  // namespace
}  // namespace ninefold::arena
