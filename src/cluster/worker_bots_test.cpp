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
    SlotBots slot_{bots_, 0};
};

TEST_F(SlotBotsTest, ABotThatPlaysItselfIsTwo) {
    const auto pair = slot_.pair(task("random", "random"));
    ASSERT_TRUE(pair);
    EXPECT_NE(pair->first, pair->second);
}

TEST_F(SlotBotsTest, BotsStayFromGameToGameWhicheverSideTheyHave) {
    const auto first = slot_.pair(task("random", "greedy"));
    const auto second = slot_.pair(task("greedy", "random"));
    ASSERT_TRUE(first && second);
    EXPECT_EQ(first->first, second->second);
    EXPECT_EQ(first->second, second->first);
}

TEST_F(SlotBotsTest, TheErrorNamesWhoCannotBeRun) {
    const auto pair = slot_.pair(task("random", "nobody-of-this-name"));
    ASSERT_FALSE(pair);
    EXPECT_NE(pair.error().message.find("Olga cannot be run there"), std::string::npos)
        << pair.error().message;
}

}  // namespace
}  // namespace ninefold::cluster
