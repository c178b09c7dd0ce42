// SPDX-License-Identifier: MIT
#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "store/database.h"
#include "store/game_for_test.h"
#include "store/match_keeper.h"
#include "store/rescue.h"
#include "store/store.h"

// Databases that are Ninefold's by their header and schema, but that somebody else has changed.

namespace ninefold::store {
namespace {

using ::testing::HasSubstr;

constexpr std::int64_t kGamesThere = 20;

class ForeignDatabaseTest : public testing::Test {
protected:
    ForeignDatabaseTest() {
        auto store = Store::open(path_);
        const auto match = (*store)->create_match({.spec = "{}"});
        auto keeper = MatchKeeper::open(**store, *match);
        for (int number = 0; number < kGamesThere; ++number) {
            (*keeper)->keep(number, game_for_test(static_cast<std::uint64_t>(number)),
                            [](const base::Result<void>& kept) { EXPECT_TRUE(kept); });
        }
    }

    void execute(const char* sql) const {
        auto database = Database::open(path_, Database::Mode::kWrite, {});
        ASSERT_TRUE(database);
        const auto done = (*database)->execute(sql);
        ASSERT_TRUE(done) << done.error().message;
    }

    std::string refusal(Access access = Access::kWrite) const {
        const auto store = Store::open(path_, access);
        if (!store) return store.error().message;
        const auto verified = (*store)->verify();
        return verified ? "accepted" : verified.error().message;
    }

    FolderForTest folder_;
    std::filesystem::path path_ = folder_ / "games.db";
};

TEST_F(ForeignDatabaseTest, ADamagedMatchDoesNotEndARescue) {
    execute("CREATE TABLE loose AS SELECT * FROM matches; DROP TABLE matches; "
            "ALTER TABLE loose RENAME TO matches; "
            "INSERT INTO matches SELECT 2, spec, a, b, event, created, finished, summary, kind, "
            "owner, 'no number', 0 FROM matches");
    const auto rescued = rescue(path_, folder_ / "new.db");
    ASSERT_TRUE(rescued) << rescued.error().message;
    EXPECT_EQ(rescued->games, kGamesThere);
    EXPECT_EQ(rescued->matches, 1);
}

/// One row with a huge number must not make it count up to there.
TEST_F(ForeignDatabaseTest, RescuesRowsOfAnyNumber) {
    execute("UPDATE games SET seq = 9223372036854775807 WHERE number = 19; "
            "UPDATE games SET seq = -9223372036854775807 WHERE number = 18; "
            "UPDATE games SET seq = 1000000000000 WHERE number = 17; "
            "INSERT INTO matches SELECT 9223372036854775807, spec, a, b, event, created, "
            "finished, summary, kind, owner, stop, forfeits_allowed FROM matches");
    EXPECT_THAT(refusal(), HasSubstr("has the last row number there is"));
    const auto rescued = rescue(path_, folder_ / "new.db");
    ASSERT_TRUE(rescued) << rescued.error().message;
    EXPECT_EQ(rescued->games, kGamesThere);
    EXPECT_EQ(rescued->matches, 2);
    auto saved = Store::open(folder_ / "new.db", Access::kRead);
    ASSERT_TRUE(saved) << saved.error().message;
    EXPECT_TRUE((*saved)->verify());
}

/// A game whose number is cut short would be kept nowhere, or be taken for another one.
TEST_F(ForeignDatabaseTest, RefusesNumbersThatGamesCannotHave) {
    execute("DELETE FROM games");
    auto store = Store::open(path_);
    ASSERT_TRUE((*store)->add_casual(game_for_test(1)));
    execute("UPDATE games SET number = 2147483647");
    const auto kept = (*store)->add_casual(game_for_test(2));
    ASSERT_FALSE(kept);
    EXPECT_THAT(kept.error().message,
                HasSubstr("no casual game can be kept: one has the number 2147483647"));
    EXPECT_TRUE((*store)->verify());
    execute("UPDATE games SET number = 4294967296");
    EXPECT_FALSE((*store)->add_casual(game_for_test(2)));
    EXPECT_THAT(refusal(), HasSubstr("game 0.4294967296 is damaged: games are numbered"));
    EXPECT_THAT((*store)->list({}).error().message, HasSubstr("game 0.4294967296 is damaged"));
    execute("UPDATE games SET number = -7");
    EXPECT_THAT(refusal(), HasSubstr("game 0.-7 is damaged"));
    EXPECT_EQ((*store)->add_casual(game_for_test(2))->number, 1);
}

/// A row that SQLite left out without an error is not a game that was kept.
TEST_F(ForeignDatabaseTest, SaysThatAGameWasNotWritten) {
    execute("DELETE FROM games");
    auto store = Store::open(path_);
    execute("CREATE UNIQUE INDEX one_event ON games (match)");
    ASSERT_TRUE((*store)->add_casual(game_for_test(1)));
    const auto casual = (*store)->add_casual(game_for_test(2));
    ASSERT_FALSE(casual);
    EXPECT_THAT(casual.error().message, HasSubstr("game 0.2 was not kept"));
    EXPECT_EQ((*store)->count({}).value(), 1);

    execute("DROP INDEX one_event; CREATE UNIQUE INDEX one_played ON games (match) WHERE "
            "ending <> 'void'");
    const auto match = (*store)->create_match({.spec = "{}"});
    auto keeper = MatchKeeper::open(**store, *match);
    record::GameRecord unplayed;
    unplayed.ending = rules::Ending::kVoid;
    std::vector<bool> kept;
    const auto note = [&](const base::Result<void>& done) { kept.push_back(done.has_value()); };
    (*keeper)->keep(0, unplayed, note);
    (*keeper)->keep(1, game_for_test(2), note);
    (*keeper)->flush();
    (*keeper)->keep(0, game_for_test(3), note);
    (*keeper)->flush();
    EXPECT_EQ(kept, (std::vector<bool>{true, true, false}));
    EXPECT_EQ((*store)->results(*match)->size(), 2u);
}

TEST_F(ForeignDatabaseTest, RunsNothingThatAForeignOneBrings) {
    execute("CREATE TRIGGER thief AFTER INSERT ON games BEGIN DELETE FROM games WHERE match "
            "= 1; END; CREATE VIEW of_the_user AS SELECT * FROM games");
    EXPECT_EQ(refusal(), "accepted");
    auto store = Store::open(path_);
    ASSERT_TRUE((*store)->add_casual(game_for_test(1)));
    EXPECT_EQ((*store)->count({}).value(), kGamesThere + 1);
}

TEST_F(ForeignDatabaseTest, RefusesAViewInThePlaceOfATable) {
    execute("ALTER TABLE games RENAME TO others; CREATE VIEW Games AS WITH RECURSIVE "
            "endless (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM endless) "
            "SELECT others.* FROM endless, others");
    for (const Access access : {Access::kRead, Access::kWrite}) {
        EXPECT_THAT(refusal(access), HasSubstr("'Games' is a view or a virtual table"));
    }
    EXPECT_THAT(rescue(path_, folder_ / "new.db").error().message, HasSubstr("is a view or"));
    EXPECT_FALSE(std::filesystem::exists(folder_ / "new.db"));
}

}  // namespace
}  // namespace ninefold::store
