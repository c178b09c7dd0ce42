// SPDX-License-Identifier: MIT
#include "cluster/worker_bots.h"

#include <gtest/gtest.h>

namespace ninefold::cluster {
namespace {

class SlotBotsTest : public ::testing::Test {
protected:
    Task task(const std::string& x, const std::string& o) {
        Task task;
        task.game.x_name = "Anna";
        task.game.o_name = "Olga";
        task.bots = {TaskBot{x}, TaskBot{o}};
        return task;
    }

    MemoryFileStore store_;
    BundleCache cache_{"/nowhere", store_};
    WorkerBots bots_{cache_, {}};
    WorkerSlotBots slot_{bots_, 0};
};

TEST_F(SlotBotsTest, ABotThatPlaysItselfIsTwo) {
    const auto players = slot_.players(task("random", "random"));
    ASSERT_TRUE(players);
    EXPECT_NE(players->x, players->o);
}

TEST_F(SlotBotsTest, BotsStayFromGameToGameWhicheverSideTheyHave) {
    const auto first = slot_.players(task("random", "greedy"));
    const auto second = slot_.players(task("greedy", "random"));
    ASSERT_TRUE(first && second);
    EXPECT_EQ(first->x, second->o);
    EXPECT_EQ(first->o, second->x);
}

TEST_F(SlotBotsTest, TheErrorNamesWhoCannotBeRun) {
    const auto players = slot_.players(task("random", "nobody-of-this-name"));
    ASSERT_FALSE(players);
    EXPECT_NE(players.error().message.find("Olga cannot be run there"), std::string::npos)
        << players.error().message;
}

/// The bot was there, and failed: not this machine's fault alone.
TEST_F(SlotBotsTest, ABotThatWasStartedAndFailedIsTold) {
    sources::HouseRules house;
    house.sandbox.enabled = false;
    WorkerBots bots(cache_, house);
    const auto players = WorkerSlotBots(bots, 0).players(task("random", "ugi:/bin/false"));
    ASSERT_TRUE(players) << players.error().message;
    EXPECT_EQ(players->failed, rules::Side::kO);
    EXPECT_EQ(players->failure.find("Olga did not start there: it "), 0u) << players->failure;
}

}  // namespace
}  // namespace ninefold::cluster
