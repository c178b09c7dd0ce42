// SPDX-License-Identifier: MIT
#include "store/store.h"

#include <cstdlib>
#include <set>

#include <gtest/gtest.h>

#include "store/game_for_test.h"
#include "store/match_keeper.h"
#include "store/ply_blob.h"
#include "store/store_for_test.h"

namespace ninefold::store {
namespace {

using rules::Ending;
using rules::Side;

void keep_all(Store& store, MatchId match, const std::vector<record::GameRecord>& games) {
    auto keeper = MatchKeeper::open(store, match);
    ASSERT_TRUE(keeper) << keeper.error().message;
    int number = 0;
    for (const record::GameRecord& game : games) {
        (*keeper)->keep(number++, game,
                        [](base::Result<void> kept) { EXPECT_TRUE(kept) << kept.error().message; });
    }
}

TEST(GameId, ReadsAndWrites) {
    EXPECT_EQ(to_text(GameId{MatchId{3}, 17}), "3.17");
    EXPECT_EQ(*parse_game_id("3.17"), (GameId{MatchId{3}, 17}));
    EXPECT_EQ(*parse_match_id("0"), kCasual);
    for (const char* bad : {"", "3", "3.", ".1", "3.x", "-3.1", "3.-1", "3.1 ", "+3.1", "3.1.1",
                            "99999999999999999999.1", "1.9999999999"}) {
        EXPECT_FALSE(parse_game_id(bad)) << bad;
    }
}

TEST(Store, ReturnsEveryGameAsItWas) {
    const FolderForTest folder;
    const auto path = folder / "deep" / "down" / "games.db";
    std::vector<record::GameRecord> games;
    for (std::uint64_t seed = 0; seed < 2000; ++seed) games.push_back(game_for_test(seed));
    {
        auto store = open_store(path);
        const auto match = store->create_match({.spec = "{}", .a = "alice", .b = "carol"});
        ASSERT_TRUE(match);
        keep_all(*store, *match, games);
    }
    auto store = open_store(path);
    for (int i = 0; i < 2000; ++i) {
        const auto game = store->load({MatchId{1}, i});
        ASSERT_TRUE(game) << game.error().message;
        ASSERT_EQ(*game, games[static_cast<std::size_t>(i)]) << i;
    }
    EXPECT_TRUE(store->verify());
    EXPECT_FALSE(store->load({MatchId{1}, 2000}));
    EXPECT_FALSE(store->load({MatchId{2}, 0}));
}

TEST(Store, FindsResultsThatAreNew) {
    const FolderForTest folder;
    auto store = open_store(folder / "games.db");
    const auto match = store->create_match({.spec = "{}", .a = "alice", .b = "carol"});
    const auto other = store->create_match({.spec = "{}", .a = "alice", .b = "bob"});
    keep_all(*store, *match, {game_for_test(0), game_for_test(1)});
    const auto first = store->results(*match);
    ASSERT_EQ(first->size(), 2u);
    const std::int64_t seen = std::max(first->front().seq, first->back().seq);
    EXPECT_TRUE(store->results_since(*match, seen)->empty());
    keep_all(*store, *other, {game_for_test(2)});
    EXPECT_TRUE(store->results_since(*match, seen)->empty());
    EXPECT_EQ(store->results_since(*other, seen)->size(), 1u);
    EXPECT_EQ(store->results_since(*match, 0)->size(), 2u);
}

TEST(Store, KeepsExtremeValues) {
    const FolderForTest folder;
    auto store = open_store(folder / "games.db");
    record::GameRecord game;
    game.seed = ~std::uint64_t{0};
    game.plies = {{.move = rules::Move(40),
                   .spent = record::Duration::min(),
                   .clock = record::Duration::max(),
                   .eval = 0.1 + 0.2,
                   .depth = -1000000,
                   .meta = "{\"a\":\"" + std::string(100000, 'x') + "\"}"}};
    game.id = "0.1";  // what it will be called anyway
    const auto id = store->add_casual(game);
    ASSERT_TRUE(id);
    EXPECT_EQ(to_text(*id), "0.1");
    EXPECT_EQ(*store->load(*id), game);
    EXPECT_EQ(to_text(*store->add_casual({})), "0.2");
    EXPECT_EQ(store->load({kCasual, 2})->id, "");
}

TEST(Store, FindsUnfinishedMatchesBySpec) {
    const FolderForTest folder;
    auto store = open_store(folder / "games.db");
    const auto first = store->find_or_create_match({.spec = "{1}", .a = "p", .b = "q"});
    EXPECT_FALSE(first->resumed);
    const auto again = store->find_or_create_match({.spec = "{1}", .a = "p", .b = "q"});
    EXPECT_TRUE(again->resumed);
    EXPECT_EQ(again->id, first->id);
    const auto second = store->create_match({.spec = "{1}", .a = "p", .b = "q", .date = "2026"});
    const NewMatch same{.spec = "{1}"};
    EXPECT_EQ(store->find_or_create_match(same)->id, *second);
    EXPECT_TRUE(store->finish_match(*second, "{\"score\":1}"));
    EXPECT_EQ(store->find_or_create_match(same)->id, first->id);
    // The newest that is accepted, of those of the same kind and owner.
    const auto any = [](const std::string&) { return true; };
    EXPECT_EQ(store->find_or_create_match({.spec = "{2}"}, any)->id, first->id);
    EXPECT_EQ(store->unfinished(MatchKind::kMatch, MatchOwner::kProgram)->size(), 1u);
    EXPECT_TRUE(store->unfinished(MatchKind::kMatch, MatchOwner::kServer)->empty());
    EXPECT_TRUE(store->unfinished(MatchKind::kSprt, MatchOwner::kProgram)->empty());
    EXPECT_FALSE(store->finish_match(MatchId{9}, ""));

    const auto matches = store->matches();
    ASSERT_EQ(matches->size(), 2u);
    EXPECT_EQ((*matches)[0].id, *second);
    EXPECT_EQ((*matches)[0].date, "2026");
    EXPECT_EQ((*matches)[0].summary, "{\"score\":1}");
    EXPECT_EQ((*matches)[0].finished.size(), 20u);
    EXPECT_EQ((*matches)[1].finished, "");
    EXPECT_EQ((*matches)[1].a, "p");
}

TEST(Store, CountsStartsThatLedToNothing) {
    const FolderForTest folder;
    auto store = open_store(folder / "games.db");
    const MatchId match = *store->create_match({.spec = "{}", .a = "alice", .b = "carol"});
    EXPECT_EQ(*store->note_start(match), 1);
    EXPECT_EQ(*store->note_start(match), 2);
    keep_all(*store, match, {game_for_test(0)});
    EXPECT_EQ(*store->note_start(match), 1) << "a game was kept";
    EXPECT_EQ(*store->note_start(match), 2);
    EXPECT_TRUE(store->note_stop(match));
    EXPECT_EQ(*store->note_start(match), 1) << "it stopped in order";
}

TEST(Store, CountsDifferentGames) {
    const FolderForTest folder;
    auto store = open_store(folder / "games.db");
    const auto match = store->create_match({.spec = "{}"});
    record::GameRecord one, other, forfeit;
    one.ending = other.ending = Ending::kResigned;
    one.winner = other.winner = Side::kX;
    one.plies = {{.move = rules::Move(0)}};
    other.plies = {{.move = rules::Move(1)}};
    forfeit = one;
    forfeit.ending = Ending::kCrash;
    forfeit.plies = {{.move = rules::Move(2)}};
    keep_all(*store, *match, {one, one, one, other, forfeit});
    const auto found = store->variety(*match);
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_EQ(found->games, 4u) << "that were played to their end";
    EXPECT_EQ(found->different, 2u);
    EXPECT_EQ(found->different_by_side, 3u);
    EXPECT_EQ(store->variety(MatchId{9})->games, 0u);
}

TEST(Store, GivesResultsByNumber) {
    const FolderForTest folder;
    auto store = open_store(folder / "games.db");
    const auto match = store->create_match({.spec = "{}"});
    std::vector<record::GameRecord> games;
    for (std::uint64_t seed = 0; seed < 50; ++seed) games.push_back(game_for_test(seed));
    keep_all(*store, *match, games);
    const auto results = store->results(*match);
    ASSERT_TRUE(results);
    ASSERT_EQ(results->size(), games.size());
    for (std::size_t i = 0; i < games.size(); ++i) {
        EXPECT_EQ((*results)[i].id.number, static_cast<int>(i));
        EXPECT_EQ((*results)[i].ending, games[i].ending);
        EXPECT_EQ((*results)[i].winner, games[i].winner);
        EXPECT_EQ((*results)[i].x, games[i].x);
        EXPECT_EQ((*results)[i].plies, static_cast<int>(games[i].plies.size()));
    }
    EXPECT_EQ(store->match(*match)->games, 50);
}

/// Compares the database's filter with the same test in C++.
class Filters : public ::testing::Test {
protected:
    void SetUp() override {
        store_ = open_store(folder_ / "games.db");
        for (int m = 0; m < 2; ++m) ASSERT_TRUE(store_->create_match({.spec = "{}"}));
        for (std::uint64_t seed = 0; seed < 300; ++seed) games_.push_back(game_for_test(seed));
        keep_all(*store_, MatchId{1}, {games_.begin(), games_.begin() + 150});
        keep_all(*store_, MatchId{2}, {games_.begin() + 150, games_.end()});
    }

    template <typename Test>
    void expect_same(const GameFilter& filter, Test&& test) {
        std::int64_t expected = 0;
        for (const record::GameRecord& game : games_) expected += test(game) ? 1 : 0;
        EXPECT_GT(expected, 0);
        EXPECT_LT(expected, 300);
        EXPECT_EQ(*store_->count(filter), expected);
        EXPECT_EQ(static_cast<std::int64_t>(store_->list(filter)->size()), expected);
        std::int64_t visited = 0;
        EXPECT_TRUE(store_->for_each(filter, [&](GameId, const record::GameRecord& game) {
            EXPECT_TRUE(test(game));
            return ++visited > 0;
        }));
        EXPECT_EQ(visited, expected);
        if (filter.match) return;
        for (const record::GameRecord& game : games_) {
            EXPECT_EQ(passes(filter, record::summary_of(game)), test(game));
        }
    }

    FolderForTest folder_;
    std::unique_ptr<Store> store_;
    std::vector<record::GameRecord> games_;
};

TEST_F(Filters, ByBot) {
    using Game = record::GameRecord;
    expect_same({.bot = "alice"}, [](const Game& g) { return g.x == "alice"; });
    expect_same({.bot_text = "OB_1"}, [](const Game& g) { return g.x == "Bob_100%"; });
    expect_same({.bot_text = "car"}, [](const Game& g) { return g.o == "carol"; });
    EXPECT_EQ(*store_->count({.bot = "ali"}), 0);
    EXPECT_EQ(*store_->count({.bot_text = "b_b"}), 0);
    expect_same({.won_by = "carol"},
                [](const Game& g) { return g.o == "carol" && g.winner == Side::kO; });
    expect_same({.lost_by = "carol"},
                [](const Game& g) { return g.o == "carol" && g.winner == Side::kX; });
}

TEST_F(Filters, ByVerdict) {
    using Game = record::GameRecord;
    expect_same({.endings = {Ending::kLine, Ending::kCrash}}, [](const Game& g) {
        return g.ending == Ending::kLine || g.ending == Ending::kCrash;
    });
    expect_same({.forfeits = true}, [](const Game& g) { return rules::is_forfeit(*g.ending); });
    expect_same({.won = Won::kByO}, [](const Game& g) { return g.winner == Side::kO; });
    expect_same({.won = Won::kByNobody}, [](const Game& g) { return !g.winner; });
}

TEST_F(Filters, ByTheRest) {
    using Game = record::GameRecord;
    const rules::Rules codingame{rules::Ruleset::kStandard, rules::TieBreak::kMajority};
    expect_same({.rules = codingame}, [&](const Game& g) { return g.start.rules() == codingame; });
    expect_same({.since = "2026-11-20"}, [](const Game& g) { return g.date >= "2026-11-20"; });
    expect_same({.until = "2026-11-20"}, [](const Game& g) { return g.date < "2026-11-21"; });
    expect_same({.min_plies = 30, .max_plies = 50},
                [](const Game& g) { return g.plies.size() >= 30 && g.plies.size() <= 50; });
    EXPECT_EQ(*store_->count({.match = MatchId{2}}), 150);
}

TEST_F(Filters, PagesNewestFirst) {
    const auto newest = store_->list({.limit = 2});
    ASSERT_EQ(newest->size(), 2u);
    EXPECT_EQ(to_text((*newest)[0].id), "2.149");
    EXPECT_EQ(to_text((*newest)[1].id), "2.148");
    const auto later = store_->list({.limit = 1, .offset = 150});
    EXPECT_EQ(to_text((*later)[0].id), "1.149");
    const auto oldest = store_->list({.order = Order::kByNumber, .limit = 1});
    EXPECT_EQ(to_text((*oldest)[0].id), "1.0");
}

TEST_F(Filters, VisitStopsWhenTold) {
    int visited = 0;
    EXPECT_TRUE(
        store_->for_each({}, [&](GameId, const record::GameRecord&) { return ++visited < 3; }));
    EXPECT_EQ(visited, 3);
}

TEST(Date, IsADayOfTheCalendar) {
    for (const char* date : {"2026", "2026-11", "2026-02-28", "2024-02-29", "2026-11-15T08",
                             "2026-11-15T08:30", "2026-11-15T23:59:59", "2016-12-31T23:59:60Z"}) {
        EXPECT_TRUE(parse_date(date)) << date;
    }
    for (const char* date :
         {"", "20", "2026-", "2026-1", "2026-99-99", "2026-00", "2026-13", "2026-11-00",
          "2026-11-31", "2026-02-29", "2026-11-15T", "2026-11-15T24:00", "2026-11-15T08:60",
          "2026-11-15T08:30:61", "2026-11-15T08:30:00Z+", "yesterday"}) {
        EXPECT_FALSE(parse_date(date)) << date;
    }
}

TEST(PlyBlob, RefusesDamagedBytes) {
    const record::GameRecord game = [] {
        for (std::uint64_t seed = 0;; ++seed) {
            record::GameRecord g = game_for_test(seed);
            if (!g.tags.empty() && !encode_extra(g).empty() && g.plies.size() > 20) return g;
        }
    }();
    const std::string whole = encode_extra(game);
    base::Rng rng(5);
    for (int i = 0; i < 20000; ++i) {
        std::string bytes =
            whole.substr(0, rng.below(static_cast<std::uint32_t>(whole.size() + 1)));
        for (int change = 0; change < 3 && !bytes.empty(); ++change) {
            bytes[rng.below(static_cast<std::uint32_t>(bytes.size()))] = static_cast<char>(rng());
        }
        record::GameRecord read;
        ASSERT_TRUE(decode_moves(encode_moves(game), read));
        // Either answer will do, as long as nothing is read that is not there.
        static_cast<void>(decode_extra(bytes, read).has_value());
    }
    record::GameRecord read;
    EXPECT_FALSE(decode_moves("\x90", read));
    EXPECT_FALSE(decode_moves("\x49", read));
    EXPECT_FALSE(decode_moves(std::string(82, '\0'), read));
}

TEST(DefaultPath, FollowsTheEnvironment) {
    setenv("XDG_DATA_HOME", "/data", 1);
    EXPECT_EQ(*default_path(), "/data/ninefold/games.db");
    setenv("XDG_DATA_HOME", "relative", 1);
    setenv("HOME", "/home/ada", 1);
    EXPECT_EQ(*default_path(), "/home/ada/.local/share/ninefold/games.db");
    unsetenv("XDG_DATA_HOME");
    unsetenv("HOME");
    EXPECT_FALSE(default_path());
}

}  // namespace
}  // namespace ninefold::store
