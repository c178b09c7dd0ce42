// SPDX-License-Identifier: MIT
#include "store/live_game_store.h"

#include <algorithm>
#include <filesystem>
#include <vector>

#include <gtest/gtest.h>

#include "base/file_contents.h"
#include "store/database.h"
#include "store/rescue.h"
#include "store/schema.h"
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

/// As a rescue may leave it.
TEST_F(LiveGameStoreTest, ALostGameIsNotReplacedByAnother) {
    auto store = open();
    LiveGameChange lost[] = {{{"abc", "ended", true}, resigned_game()}};
    ASSERT_TRUE(store->save(lost));
    const auto database = *Database::open(folder_ / "games.db", Database::Mode::kWrite, {});
    ASSERT_TRUE(database->execute("DELETE FROM games"));
    LiveGameChange next[] = {{{"abd", "ended", true}, resigned_game()}};
    ASSERT_TRUE(store->save(next));
    EXPECT_EQ(to_text(*next[0].row.kept), "0.2");
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

/// To the others, it is as if the clock had been set ahead.
TEST_F(LiveGameStoreTest, ForgetsNoneWhileTheServerStandsStill) {
    auto store = open();
    LiveGameChange changes[] = {{{"a", "one", false}}, {{"b", "two", false}}};
    ASSERT_TRUE(store->save(changes));
    const auto database = *Database::open(folder_ / "games.db", Database::Mode::kWrite, {});
    ASSERT_TRUE(database->execute("UPDATE live_games SET changed = iif(id = 'a', "
                                  "'2020-01-01T00:00:00Z', '2020-02-20T00:00:00Z')"));
    ASSERT_TRUE(store->forget_older_than(60));
    EXPECT_EQ(store->running()->size(), 2u);
    ASSERT_TRUE(store->forget_older_than(40));
    EXPECT_EQ(store->running()->size(), 1u);
    LiveGameChange now[] = {{{"c", "three", false}}};
    ASSERT_TRUE(store->save(now));
    ASSERT_TRUE(store->forget_older_than(60));
    EXPECT_EQ(store->running()->size(), 1u);
    ASSERT_TRUE(database->execute("UPDATE live_games SET changed = '2999-01-01T00:00:00Z'"));
    ASSERT_TRUE(store->save(changes));
    ASSERT_TRUE(store->forget_older_than(60));
    EXPECT_EQ(store->running()->size(), 3u) << "a time of the future is not taken for now";
}

TEST_F(LiveGameStoreTest, ForgetsManyAFewAtATime) {
    auto store = open();
    std::vector<LiveGameChange> changes(1500);
    for (std::size_t i = 0; i < changes.size(); ++i) {
        changes[i].row = {fmt::format("{}", i), "one", i % 2 == 0};
    }
    ASSERT_TRUE(store->save(changes));
    EXPECT_EQ(*store->forget_older_than(-1), true);
    EXPECT_FALSE(store->running()->empty());
    EXPECT_EQ(*store->forget_older_than(-1), false);
    EXPECT_TRUE(store->running()->empty());
    EXPECT_FALSE(store->load("0")->has_value()) << "an ended one";
}

/// Their rows have no numbers to look them up by.
TEST_F(LiveGameStoreTest, ABadPageCostsARescueTheGamesOnIt) {
    constexpr std::size_t kGames = 300, kPage = 4096;
    const auto path = folder_ / "games.db";
    const auto id = [](std::size_t i) { return fmt::format("{:03}", i); };
    {
        auto store = open();
        std::vector<LiveGameChange> changes(kGames);
        for (std::size_t i = 0; i < kGames; ++i) {
            changes[i].row = {id(i), "state of " + id(i) + std::string(500, '.'), false};
        }
        ASSERT_TRUE(store->save(changes));
    }
    std::string bytes = *base::read_file(path);
    const std::size_t at = bytes.find("state of 100") / kPage * kPage;
    ASSERT_TRUE(base::write_file(path, {bytes.replace(at, kPage, kPage, '\xff')}));
    ASSERT_TRUE(rescue(path, folder_ / "new.db"));
    auto saved = LiveGameStore::open(folder_ / "new.db");
    ASSERT_TRUE(saved) << saved.error().message;
    const std::size_t count = (*saved)->running()->size();
    EXPECT_LT(count, kGames);
    EXPECT_GT(count, kGames - 20);
    for (const std::size_t i : {std::size_t{0}, kGames - 1}) {
        EXPECT_TRUE((*saved)->load(id(i))->has_value()) << i;
    }
}

/// Moves wait while it runs.
TEST_F(LiveGameStoreTest, ForgettingReadsOldGamesOnly) {
    const auto plan = [&] {
        const auto database =
            *open_games(folder_ / "games.db", Database::Mode::kWrite, StoreSettings());
        return *database->rows(
            fmt::format("EXPLAIN QUERY PLAN {}", LiveGameStore::kForget),
            [](const Statement& row) { return std::string(row.text(3)); }, "-60 days", 1000);
    };
    // One of an earlier version, which made no such index.
    ASSERT_TRUE(open_games(folder_ / "games.db", Database::Mode::kCreate, StoreSettings()));
    const auto scans = [](const std::string& step) { return step.starts_with("SCAN"); };
    EXPECT_TRUE(std::ranges::any_of(plan(), scans));
    open();
    EXPECT_FALSE(std::ranges::any_of(plan(), scans));
}

}  // namespace

}  // namespace ninefold::store
