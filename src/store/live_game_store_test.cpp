// SPDX-License-Identifier: MIT
#include "store/live_game_store.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "store/store.h"

namespace ninefold::store {

namespace {

class LiveGameStoreTest : public testing::Test {
protected:
    LiveGameStoreTest() {
        std::string name = (std::filesystem::temp_directory_path() / "ninefold-XXXXXX").native();
        folder_ = mkdtemp(name.data());
    }
    ~LiveGameStoreTest() override { std::filesystem::remove_all(folder_); }

    std::unique_ptr<LiveGameStore> open() {
        auto opened = LiveGameStore::open(folder_ / "games.db");
        EXPECT_TRUE(opened);
        return std::move(*opened);
    }
    static record::GameRecord resigned_game() {
        record::GameRecord game;
        game.id = "abc";
        game.x = "Ann";
        game.o = "Bob";
        game.ending = rules::Ending::kResigned;
        game.winner = rules::Side::kO;
        return game;
    }

    std::filesystem::path folder_;
};

TEST_F(LiveGameStoreTest, KeepsStatesAcrossReopening) {
    {
        auto store = open();
        LiveGameChange changes[] = {{{"a", "one", false}}, {{"b", "two", false}}};
        ASSERT_TRUE(store->save(changes));
        LiveGameChange again[] = {{{"a", "three", false}}};
        ASSERT_TRUE(store->save(again));
    }
    auto store = open();
    const auto a = store->load("a");
    ASSERT_TRUE(a && a->has_value());
    EXPECT_EQ((*a)->state, "three");
    EXPECT_EQ(store->running()->size(), 2u);
    EXPECT_FALSE(store->load("c")->has_value());
}

TEST_F(LiveGameStoreTest, AFinishedGameIsACasualOneInTheSameStep) {
    auto store = open();
    LiveGameChange changes[] = {{{"abc", "ended", true}, resigned_game()}};
    ASSERT_TRUE(store->save(changes));
    ASSERT_TRUE(changes[0].row.kept);
    EXPECT_EQ(to_text(*changes[0].row.kept), "0.1");
    EXPECT_TRUE(store->running()->empty());

    LiveGameChange later[] = {{{"abc", "rematch", true}}};
    ASSERT_TRUE(store->save(later));
    EXPECT_EQ((*store->load("abc"))->kept, changes[0].row.kept);

    auto games = Store::open(folder_ / "games.db", Access::kRead);
    ASSERT_TRUE(games);
    const auto kept = (*games)->load({kCasual, 1});
    ASSERT_TRUE(kept) << kept.error().message;
    EXPECT_EQ(*kept, resigned_game());
}

TEST_F(LiveGameStoreTest, ForgetsOldOnes) {
    auto store = open();
    LiveGameChange changes[] = {{{"a", "one", false}}};
    ASSERT_TRUE(store->save(changes));
    ASSERT_TRUE(store->forget_older_than(1));
    EXPECT_EQ(store->running()->size(), 1u);
    ASSERT_TRUE(store->forget_older_than(-1));
    EXPECT_TRUE(store->running()->empty());
}

}  // namespace

}  // namespace ninefold::store
