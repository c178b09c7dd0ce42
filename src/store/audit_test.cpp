// SPDX-License-Identifier: MIT
#include "store/audit.h"

#include <atomic>
#include <csignal>
#include <fstream>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "record/record_json.h"
#include "store/backup.h"
#include "store/game_for_test.h"
#include "store/kept_tournament.h"
#include "store/match_keeper.h"
#include "store/match_summary.h"
#include "store/rescue.h"
#include "store/tournament_store.h"

namespace ninefold::store {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr int kGames = 20;

class AuditTest : public testing::Test {
protected:
    AuditTest() {
        auto store = Store::open(path_);
        const auto match = (*store)->create_match(
            {.spec = fmt::format(R"({{"format":"games={}"}})", kGames), .a = "a", .b = "b"});
        auto keeper = MatchKeeper::open(**store, *match);
        double points_a = 0;
        for (int number = 0; number < kGames; ++number) {
            record::GameRecord game = game_for_test(static_cast<std::uint64_t>(number));
            game.x = number % 2 == 0 ? "a" : "b";
            game.o = number % 2 == 0 ? "b" : "a";
            if (!game.winner) points_a += 0.5;
            else points_a += (*game.winner == rules::Side::kX) == (number % 2 == 0) ? 1 : 0;
            (*keeper)->keep(number, game, [](const auto& kept) { EXPECT_TRUE(kept); });
        }
        (*keeper)->flush();
        EXPECT_TRUE((*store)->finish_match(*match, fmt::format(R"({{"score":[{},{}]}})", points_a,
                                                               kGames - points_a)));
        EXPECT_TRUE((*store)->add_casual(game_for_test(77)));
    }

    void execute(const char* sql) const {
        sqlite3* database = nullptr;
        ASSERT_EQ(sqlite3_open(path_.c_str(), &database), SQLITE_OK);
        EXPECT_EQ(sqlite3_exec(database, sql, nullptr, nullptr, nullptr), SQLITE_OK)
            << sqlite3_errmsg(database);
        sqlite3_close(database);
    }
    std::vector<std::string> problems() const {
        const auto found = audit(path_);
        EXPECT_TRUE(found) << found.error().message;
        return found ? found->problems : std::vector<std::string>{};
    }

    FolderForTest folder_;
    std::filesystem::path path_ = folder_ / "games.db";
};

TEST_F(AuditTest, FindsNothingWrongWithASoundOne) {
    const auto found = audit(path_);
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_EQ(found->games, kGames + 1);
    EXPECT_EQ(found->matches, 1);
    EXPECT_THAT(found->problems, IsEmpty());
    EXPECT_FALSE(audit(folder_ / "nothing.db"));
}

TEST_F(AuditTest, FindsALostGame) {
    execute("DELETE FROM games WHERE match = 1 AND number = 7");
    EXPECT_THAT(problems(), testing::Contains(HasSubstr("20 games; kept: 19")));
    EXPECT_THAT(problems(), testing::Contains(HasSubstr("numbered 0 to 19")));
}

TEST_F(AuditTest, FindsAGameThatIsNoGame) {
    execute("UPDATE games SET moves = x'4040' WHERE match = 1 AND number = 7");
    EXPECT_THAT(problems(), testing::Contains(HasSubstr("game 1.7")));
}

TEST_F(AuditTest, FindsAnotherWinner) {
    execute(
        "UPDATE games SET winner = CASE winner WHEN 'x' THEN 'o' ELSE 'x' END, ending = "
        "'resigned' WHERE match = 1 AND number = (SELECT min(number) FROM games WHERE match = 1 "
        "AND winner IS NOT NULL)");
    EXPECT_THAT(problems(), ElementsAre(HasSubstr("its games make")));
}

/// Names do not tell who had X where a bot plays itself.
TEST_F(AuditTest, KnowsTheSidesOfABotAgainstItself) {
    execute("UPDATE matches SET b = 'a', spec = json_set(spec, '$.starter', 'a'); "
            "UPDATE games SET x = 'a', o = 'a', winner = iif(number < 5, 'x', 'o'), "
            "ending = 'resigned' WHERE match = 1; "
            "UPDATE matches SET summary = '{\"score\":[5,15]}'");
    EXPECT_THAT(problems(), IsEmpty());
    execute("UPDATE matches SET spec = json_set(spec, '$.starter', 'b')");
    EXPECT_THAT(problems(), ElementsAre(HasSubstr("its games make 15-5")));
    execute("UPDATE matches SET spec = json_remove(spec, '$.starter')");
    EXPECT_THAT(problems(), ElementsAre(HasSubstr("its games make 11-9"))) << "they alternate";
}

TEST_F(AuditTest, FindsAGameTwice) {
    execute("DROP INDEX games_by_number; INSERT INTO games (match, number, date, x, o, rules, "
            "ending, winner, moves, seed, opening, time_control) SELECT match, number, date, x, o, "
            "rules, ending, winner, moves, seed, opening, time_control FROM games WHERE match = 0");
    EXPECT_THAT(problems(), testing::Contains(HasSubstr("game 0.1 is there 2 times")));
}

TEST_F(AuditTest, FindsGamesWithoutTheirMatchAndLiveGamesWithoutTheirGame) {
    execute(
        "UPDATE games SET match = 9 WHERE match = 0; INSERT INTO live_games VALUES ('abc', '{}', "
        "1, 1, '2026-01-01')");
    EXPECT_THAT(problems(), ElementsAre(HasSubstr("game 9.1 belongs to no match"),
                                        HasSubstr("game abc ended as 0.1")));
}

TEST_F(AuditTest, FindsUnfinishedGamesOfPeopleThatCannotBeResumed) {
    record::GameRecord game = game_for_test(5);
    game.ending.reset();
    game.winner.reset();
    const std::string state = fmt::format(R"({{"record":{}}})", record::to_json_line(game));
    execute(
        fmt::format("INSERT INTO live_games VALUES ('abc', '{}', 0, NULL, '2026')", state).c_str());
    EXPECT_THAT(problems(), IsEmpty());
    execute("UPDATE live_games SET state = replace(state, '\"moves\":[', '\"moves\":[\"99\",')");
    EXPECT_THAT(problems(), ElementsAre(HasSubstr("game abc cannot be resumed: ")));
    execute("UPDATE live_games SET state = substr(state, 1, 50)");
    EXPECT_THAT(problems(), ElementsAre("game abc cannot be resumed: a game is a JSON object"));
}

TEST_F(AuditTest, FindsNumbersThatGamesCannotHave) {
    execute("UPDATE games SET number = 2147483647 WHERE match = 0");
    EXPECT_THAT(problems(), ElementsAre("game 0.2147483647 leaves no number for another casual "
                                        "game"));
    execute("UPDATE games SET number = 4294967297 WHERE match = 0");
    EXPECT_THAT(problems(), testing::Contains(HasSubstr(
                                "game 0.4294967297 is damaged: games are numbered from 0 to "
                                "2147483647")));
    execute("UPDATE games SET number = 1 WHERE match = 0; UPDATE games SET number = 2147483647 "
            "WHERE match = 1 AND number = 19");
    EXPECT_THAT(problems(), testing::Contains(HasSubstr("numbered 0 to 2147483647")));
}

TEST_F(AuditTest, FindsATournamentThatIsNotOver) {
    const auto spec = tournament::parse_spec(
        "name = \"cup\"\nbots = [\"random\", \"first\"]\n[[stage]]\ntype = \"round-robin\"\n", ".",
        "cup.toml");
    const auto store = *Store::open(path_);
    TournamentStore tournaments(*store);
    const auto made = tournaments.create(*spec);
    ASSERT_TRUE(made) << made.error().message;
    EXPECT_THAT(problems(), IsEmpty());
    ASSERT_TRUE(store->finish_match(made->id, "{}"));
    EXPECT_THAT(problems(), ElementsAre(HasSubstr("its games do not decide it")));
    ASSERT_TRUE(store->finish_match(made->id, R"({"verdict":"stopped by the organiser"})"));
    EXPECT_THAT(problems(), IsEmpty());
    ASSERT_TRUE(store->finish_match(made->id, "{}"));
    // It is over where nobody is left to play with.
    ASSERT_TRUE(tournaments.add_absence(made->id, {tournament::TeamId{1}}));
    EXPECT_THAT(problems(), IsEmpty());
}

/// Plays or resumes tournament 2 of the database, which is made if it is not there.
void play_cup(const std::filesystem::path& database, std::string_view keys) {
    const auto spec = tournament::parse_spec(
        fmt::format("name = \"cup\"\ntime = \"none\"\nbots = [\"random\", \"first\", \"greedy\"]\n"
                    "{}[[stage]]\ntype = \"round-robin\"\n[[stage]]\ntype = \"knockout\"\n",
                    keys),
        database.parent_path(), "cup.toml");
    ASSERT_TRUE(spec) << spec.error().message;
    const auto store = *Store::open(database);
    if (store->matches_of(MatchKind::kTournament)->empty()) {
        ASSERT_TRUE(TournamentStore(*store).create(*spec));
    }
    const auto kept = KeptTournament::open(*store, MatchId{2});
    ASSERT_TRUE(kept) << kept.error().message;
    const tournament::TournamentBots bots(*spec, sources::HouseRules());
    arena::Broadcaster nobody;
    const auto played = (*kept)->play(bots, {.maker = bots.maker()}, nobody, {});
    ASSERT_TRUE(played) << played.error().message;
}

/// The file may be on another machine by now.
TEST_F(AuditTest, NeedsNoFileOfOpenings) {
    std::ofstream(folder_ / "openings.txt") << "40 01\n41 12\n";
    play_cup(path_, "openings = \"file:openings.txt\"\n");
    std::filesystem::remove(folder_ / "openings.txt");
    EXPECT_THAT(problems(), IsEmpty());
    EXPECT_FALSE(KeptTournament::open(**Store::open(path_), MatchId{2})) << "to play it needs them";
}

TEST_F(AuditTest, FindsStandingsThatTheGamesDoNotMake) {
    play_cup(path_, "");
    EXPECT_THAT(problems(), IsEmpty());
    const auto change = [&](const char* member, const char* value) {
        execute(fmt::format("UPDATE matches SET summary = json_set(summary, '$.standings{}', {}) "
                            "WHERE id = 2",
                            member, value)
                    .c_str());
        return problems();
    };
    EXPECT_THAT(change(".final[0].place", "2"),
                ElementsAre("tournament 2: /final/0/place: 2 is kept, its games make 1"));
    EXPECT_THAT(change(".final[0].place", "1"), IsEmpty());
    EXPECT_THAT(change(".final[1].elo", "4000"), ElementsAre(HasSubstr("/final/1/elo: 4000")));
    EXPECT_THAT(change(".final[1].elo", "4001"), testing::SizeIs(1));
    play_cup(path_, "");
    EXPECT_THAT(problems(), testing::SizeIs(1)) << "resuming what is over changes nothing";
    // Another version's are not compared, nor where none were kept.
    EXPECT_THAT(change(".version", "0"), IsEmpty());
    execute("UPDATE matches SET summary = '{}' WHERE id = 2");
    EXPECT_THAT(problems(), IsEmpty());
}

TEST_F(AuditTest, FindsResultsThatTheGamesOfAMatchDoNotMake) {
    arena::Score score;
    for (int number = 0; number < kGames; ++number) {
        const auto winner = game_for_test(static_cast<std::uint64_t>(number)).winner;
        const bool won = winner && (*winner == rules::Side::kX) == (number % 2 == 0);
        score.add(number, !winner ? arena::GameResult::kDraw
                          : won   ? arena::GameResult::kWin
                                  : arena::GameResult::kLoss);
    }
    auto summary = kept_score_json(score);
    summary["verdict"] = "played";
    {
        const auto store = *Store::open(path_);
        ASSERT_TRUE(store->finish_match(MatchId{1}, summary.dump()));
    }
    EXPECT_THAT(problems(), IsEmpty());
    execute("UPDATE matches SET summary = json_set(summary, '$.pairs[2]', 99) WHERE id = 1");
    EXPECT_THAT(problems(), ElementsAre(HasSubstr("match 1: /pairs/2: 99 is kept")));
}

TEST_F(AuditTest, ABackupIsTheSame) {
    std::filesystem::create_directories(path_.native() + "-bots/5e1f");
    std::ofstream(path_.native() + "-bots/5e1f/alice.py") << "pass\n";
    const auto made = backup(path_, folder_ / "copy.db");
    ASSERT_TRUE(made) << made.error().message;
    EXPECT_EQ(made->games, kGames + 1);
    EXPECT_EQ(made->matches, 1);
    EXPECT_EQ(made->bots, 1u);
    EXPECT_TRUE(std::filesystem::exists(folder_ / "copy.db-bots/5e1f/alice.py"));
    EXPECT_EQ(std::filesystem::status(folder_ / "copy.db").permissions(),
              std::filesystem::perms(0600));
    EXPECT_FALSE(std::filesystem::exists(folder_ / "copy.db-wal"));
    // Restored: the copy replaces the lost database and is resumed.
    for (const char* suffix : {"", "-wal", "-shm"})
        std::filesystem::remove(path_.native() + suffix);
    std::filesystem::rename(folder_ / "copy.db", path_);
    EXPECT_THAT(problems(), IsEmpty());
    auto store = Store::open(path_);
    ASSERT_TRUE(store) << store.error().message;
    EXPECT_TRUE((*store)->add_casual(game_for_test(78)));
    // Nothing is overwritten, and nothing is left of what failed.
    EXPECT_FALSE(backup(path_, path_));
    EXPECT_FALSE(backup(folder_ / "nothing.db", folder_ / "empty.db"));
    EXPECT_FALSE(std::filesystem::exists(folder_ / "empty.db"));
}

TEST_F(AuditTest, ABackupIsMadeWhileBotsAreSentAndRefused) {
    const std::filesystem::path bots = path_.native() + "-bots";
    std::filesystem::create_directories(bots / "kept");
    std::ofstream(bots / "kept/alice.py") << "pass\n";
    std::jthread server([&](const std::stop_token& stop) {
        for (int i = 0; !stop.stop_requested(); i = (i + 1) % 50) {
            const auto refused = bots / fmt::format("{}", i);
            std::filesystem::create_directory(refused);
            std::ofstream(refused / "bob.py") << "pass\n";
            std::filesystem::remove_all(refused);
        }
    });
    for (int i = 0; i < 100; ++i) {
        const auto copy = path_.native() + fmt::format("-{}.db", i);
        const auto made = backup(path_, copy);
        ASSERT_TRUE(made) << made.error().message;
        EXPECT_TRUE(std::filesystem::exists(copy + "-bots/kept/alice.py"));
    }
}

TEST_F(AuditTest, ABackupTouchesNobodysFiles) {
    std::ofstream(folder_ / "copy.db.part") << "mine";
    ASSERT_TRUE(backup(path_, folder_ / "copy.db"));
    std::ifstream mine(folder_ / "copy.db.part");
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(mine), {}), "mine");
}

/// SQLite would apply it to the copy, which then holds what that one held.
TEST_F(AuditTest, ABackupIsNotMadeWhereTheLogOfAnotherDatabaseLies) {
    const auto place = folder_ / "monday.db";
    for (const char* suffix : {"-wal", "-journal"}) {
        const std::string log = place.native() + suffix;
        std::ofstream(log) << "moves";
        EXPECT_THAT(backup(path_, place).error().message, HasSubstr("left of another database"));
        EXPECT_THAT(rescue(path_, place).error().message, HasSubstr("left of another database"));
        std::filesystem::remove(log);
    }
    EXPECT_TRUE(backup(path_, place));
}

TEST_F(AuditTest, AFailedBackupLeavesNothingAndNamesTheFullDisk) {
    std::filesystem::create_directory(path_.native() + "-bots");
    std::ofstream(path_.native() + "-bots/large.py") << std::string(300'000, '#');
    std::filesystem::create_directory(folder_ / "place");
    const auto copy = folder_ / "place/copy.db";
    // Too small for the database, then only for the file of a bot.
    for (const auto& [most, words] : {std::pair(40'000, "copy.db: the disk is full"),
                                      std::pair(200'000, "-bots: cannot be copied")}) {
        const pid_t child = fork();
        if (child == 0) {
            std::signal(SIGXFSZ, SIG_IGN);
            const rlimit limit{static_cast<rlim_t>(most), static_cast<rlim_t>(most)};
            setrlimit(RLIMIT_FSIZE, &limit);
            const auto made = backup(path_, copy);
            const std::string why = made ? "it was made" : made.error().message;
            if (why.find(words) == std::string::npos) fmt::print(stderr, "{}\n", why);
            _exit(why.find(words) == std::string::npos ? 1 : 0);
        }
        int status = 0;
        waitpid(child, &status, 0);
        EXPECT_EQ(status, 0) << words;
        EXPECT_TRUE(std::filesystem::is_empty(folder_ / "place")) << words;
    }
    EXPECT_TRUE(backup(path_, copy));
}

TEST_F(AuditTest, BackupsAreWholeWhileGamesAreKept) {
    std::atomic<bool> over = false;
    std::thread player([&] {
        auto store = Store::open(path_);
        for (std::uint64_t i = 0; !over; ++i) EXPECT_TRUE((*store)->add_casual(game_for_test(i)));
    });
    std::int64_t last = 0;
    for (int i = 0; i < 5; ++i) {
        const auto copy = folder_ / fmt::format("copy{}.db", i).c_str();
        const auto made = backup(path_, copy);
        ASSERT_TRUE(made) << made.error().message;
        EXPECT_GE(made->games, last);
        last = made->games;
        EXPECT_THAT(audit(copy)->problems, IsEmpty());
    }
    over = true;
    player.join();
}

}  // namespace
}  // namespace ninefold::store
