// SPDX-License-Identifier: MIT
#include "store/live_feed.h"

#include <functional>

#include <gtest/gtest.h>

#include "store/database.h"
#include "store/game_id.h"

namespace ninefold::store {

namespace {

using std::chrono::milliseconds;

class LiveFeedTest : public testing::Test {
protected:
    LiveFeedTest() {
        std::string name = (std::filesystem::temp_directory_path() / "ninefold-XXXXXX").native();
        folder_ = mkdtemp(name.data());
        settings_.pause = milliseconds(5);
    }
    ~LiveFeedTest() override { std::filesystem::remove_all(folder_); }

    std::unique_ptr<arena::EventSink> writer() {
        return *open_live_feed(folder_ / "games.db", MatchId{3}, settings_);
    }
    std::unique_ptr<LiveFeedReader> reader() {
        return *LiveFeedReader::open(folder_ / "games.db", settings_);
    }
    static void start(arena::EventSink& writer, int game) {
        record::GameRecord record;
        record.x = "Ann";
        record.o = "Bob";
        writer.on_event(arena::GameStarted{game, &record});
    }
    static void move(arena::EventSink& writer, int game, unsigned value) {
        const record::Ply ply{.move = rules::Move(value)};
        writer.on_event(arena::MovePlayed{game, 1, rules::Side::kX, &ply});
    }
    /// Looks until what is there is as it should be.
    static bool comes(LiveFeedReader& reader,
                      const std::function<bool(const std::vector<LiveFeedGame>&)>& right) {
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
        while (std::chrono::steady_clock::now() < deadline) {
            const auto games = reader.games();
            if (games && right(*games)) return true;
            std::this_thread::sleep_for(milliseconds(2));
        }
        return false;
    }

    std::filesystem::path folder_;
    LiveFeedSettings settings_;
};

TEST_F(LiveFeedTest, ShowsWhatIsPlayedToWhoeverWatches) {
    const auto out = writer();
    const auto in = reader();
    start(*out, 0);
    start(*out, 7);
    move(*out, 7, 40);
    ASSERT_TRUE(in->watch());
    // What happened before somebody watched is there as well.
    EXPECT_TRUE(comes(*in, [](const auto& games) {
        return games.size() == 2 && games[1].id.match == MatchId{3} && games[1].id.number == 7 &&
               games[1].game.plies.size() == 1 && games[1].game.x == "Ann";
    }));
    move(*out, 0, 4);
    EXPECT_TRUE(comes(*in, [](const auto& games) {
        return games.size() == 2 && games[0].game.plies.size() == 1;
    }));
    const record::GameRecord over;
    out->on_event(arena::GameEnded{0, &over, true});
    EXPECT_TRUE(comes(*in, [](const auto& games) { return games.size() == 1; }));
}

TEST_F(LiveFeedTest, IsEmptyAfterTheMatch) {
    const auto in = reader();
    ASSERT_TRUE(in->watch());
    {
        const auto out = writer();
        start(*out, 0);
        EXPECT_TRUE(comes(*in, [](const auto& games) { return games.size() == 1; }));
    }
    EXPECT_TRUE(in->games()->empty());
}

TEST_F(LiveFeedTest, NothingIsWrittenWhileNobodyWatches) {
    settings_.fresh = milliseconds(50);
    settings_.renewal = milliseconds(10);
    const auto out = writer();
    const auto in = reader();
    start(*out, 0);
    std::this_thread::sleep_for(milliseconds(30));
    EXPECT_TRUE(in->games()->empty());
    EXPECT_TRUE(comes(*in, [&](const auto& games) {
        EXPECT_TRUE(in->watch());
        return games.size() == 1;
    }));
    // A watcher has to renew its watch.
    EXPECT_TRUE(comes(*in, [](const auto& games) { return games.empty(); }));
}

/// What was written before the clock was set back, by a process that was killed perhaps.
TEST_F(LiveFeedTest, WhatIsOfTheFutureIsOld) {
    const auto in = reader();
    ASSERT_TRUE(in->watch());
    const auto out = writer();
    start(*out, 0);
    EXPECT_TRUE(comes(*in, [](const auto& games) { return games.size() == 1; }));
    const auto database = *Database::open(folder_ / "games.db", Database::Mode::kWrite, {});
    ASSERT_TRUE(database->execute("INSERT INTO ticker SELECT 4, number, game, at + 1000000000 "
                                  "FROM ticker"));
    ASSERT_TRUE(database->execute("UPDATE ticker_watch SET at = at + 1000000000"));
    EXPECT_TRUE(comes(*in, [](const auto& games) { return games.empty(); })) << "nobody watches";
    EXPECT_EQ(*database->number("SELECT count(*) FROM ticker WHERE match = 4"), 1);
}

}  // namespace

}  // namespace ninefold::store
