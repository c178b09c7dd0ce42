// SPDX-License-Identifier: MIT
// Matches and tournaments that a server resumes, or holds because their bots have changed.
#include <fstream>
#include <map>
#include <thread>

#include <gtest/gtest.h>

#include "server/match_plan.h"
#include "server/server_for_test.h"
#include "store/database.h"
#include "store/match_keeper.h"
#include "store/match_lock.h"
#include "store/tournament_store.h"

namespace ninefold::server {

namespace {

/// A bot of another content for every number, which never finds a move.
void write_bot(const std::filesystem::path& file, int number) {
    std::ofstream(file) << "def select_move(cur_state, remain_time):\n    return -" << number + 1
                        << "\n";
}

/// A server whose database has an event with a game that alice has won.
class HeldTest : public testing::Test {
protected:
    /// Of a bot and random, with these contents; its server is stopped after a game of alice's.
    void make_tournament(const std::string& bot,
                         const std::map<std::string, std::string>& contents) {
        const auto spec = tournament::parse_spec(
            fmt::format("name = \"cup\"\ntime = \"none\"\nbots = ['{}', 'random']\n"
                        "[[stage]]\nname = \"all\"\ntype = \"round-robin\"\n",
                        bot),
            "/", "cup.toml");
        server_.stop();
        store::TournamentStore tournaments(*store_);
        id_ = tournaments.create(*spec, store::MatchOwner::kServer)->id;
        EXPECT_TRUE(tournaments.add_contents(id_, contents));
        keep_game();
    }
    void make_match() {
        write_bot(file_, 0);
        const auto plan =
            make_plan({{"a", file_.native()}, {"b", "random"}, {"games", 2}}, nullptr);
        ASSERT_TRUE(plan) << plan.error().message;
        id_ = *store::create_match(*store_, plan->match);
    }
    void keep_game() {
        record::GameRecord game;
        game.x = "alice";
        game.o = "random";
        game.date = "2026-01-02T03:04:05Z";
        game.ending = rules::Ending::kResigned;
        game.winner = rules::Side::kX;
        game.log = "thinking hard";
        const auto keeper = *store::MatchKeeper::open(*store_, id_);
        keeper->keep(0, game, [](const auto& kept) { EXPECT_TRUE(kept); });
        keeper->flush();
    }
    Json match() { return server_.http().get("/api/matches/" + store::to_text(id_)).json(); }
    Json wait_for(std::string_view state) {
        const auto last = std::chrono::steady_clock::now() + std::chrono::minutes(1);
        for (;;) {
            Json now = match();
            if (now["state"] == state) return now;
            if (std::chrono::steady_clock::now() > last) {
                ADD_FAILURE() << "it is never " << state << ": " << now;
                return now;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
    }
    AnswerForTest act(std::string_view what, const Json& body = Json::object()) {
        return server_.http().post(fmt::format("/api/matches/{}/{}", id_.value, what), body);
    }

    ServerForTest server_;
    const std::filesystem::path file_ = server_.place() / "alice.py";
    std::unique_ptr<store::Store> store_ = *store::Store::open(server_.options().database);
    store::MatchId id_;
};

/// What a server left behind that was stopped after one game with another alice.py.
class ChangedBotTest : public HeldTest {
protected:
    ChangedBotTest() {
        write_bot(file_, 0);
        make_tournament(file_.native(), {{"alice", "old"}, {"random", ""}});
    }
};

/// As if the server had been ended each time that it began this.
TEST_F(HeldTest, HoldsAMatchThatEndsTheServerEachTime) {
    make_match();
    server_.stop();
    for (int i = 1; i <= 5; ++i) EXPECT_EQ(*store_->note_start(id_), i);
    server_.start();
    const std::string problem = wait_for("held")["problem"];
    EXPECT_EQ(problem.find("the server ended 5 times while it played this"), 0u) << problem;
    server_.stop();
    server_.start();
    wait_for("held");
    EXPECT_EQ(act("resume").status, 200);
    EXPECT_EQ(wait_for("finished")["games_played"], 2);
}

TEST_F(ChangedBotTest, HoldsATournamentWhoseBotChanged) {
    server_.start();
    const Json held = wait_for("held");
    EXPECT_EQ(held["problem"].get<std::string>().find("alice changed after game 1"), 0u) << held;
    EXPECT_EQ(held["games_played"], 1);
    // Nothing is different yet.
    EXPECT_EQ(act("resume").code(), "held");
    EXPECT_EQ(match()["state"], "held");
    EXPECT_EQ(match()["games_played"], 1);
    EXPECT_EQ(act("resume", {{"go_on", "yes"}}).code(), "bad-request");
    EXPECT_EQ(act("resume", {{"continue_despite_changes", 1}}).code(), "bad-request");
    EXPECT_EQ(act("resume", {{"go_on", true}}).status, 200);
    const Json over = wait_for("finished");
    EXPECT_EQ(over["games_played"], 2);
    EXPECT_TRUE(over["problem"].is_null());
    EXPECT_EQ(act("resume").code(), "not-held");
    const Json report = server_.http().get("/api/tournaments/" + store::to_text(id_)).json();
    ASSERT_EQ(report["changes"].size(), 1u);
    EXPECT_EQ(report["changes"][0]["what"], "alice");
    EXPECT_EQ(report["changes"][0]["after_games"], 1);
    EXPECT_EQ(over["games_planned"], 2);
    EXPECT_EQ(over["rules"], "standard");
    EXPECT_EQ(over["time_control"], "none");
}

TEST_F(ChangedBotTest, GivesTheOrganiserReportsAndLogs) {
    server_.start();
    const std::string report = fmt::format("/api/tournaments/{}/report", id_.value);
    const AnswerForTest csv = server_.http().get(report + "?format=csv");
    EXPECT_TRUE(csv.has_header("Content-Type: text/csv"));
    EXPECT_NE(csv.body.find("alice"), std::string::npos);
    const AnswerForTest html = server_.http().get(report + "?format=html");
    EXPECT_TRUE(html.has_header("Content-Type: text/html"));
    EXPECT_TRUE(html.has_header("Content-Security-Policy"));
    EXPECT_NE(html.body.find("alice"), std::string::npos);
    EXPECT_EQ(server_.http().get(report + "?format=exe").code(), "bad-request");
    EXPECT_EQ(server_.http().get("/api/tournaments/99/report?format=csv").code(), "not-found");
    const std::string log = fmt::format("/api/games/{}.0/log", id_.value);
    EXPECT_EQ(server_.http().get(log).body, "thinking hard");
    EXPECT_EQ(server_.http().get(fmt::format("/api/games/{}.9/log", id_.value)).code(),
              "not-found");
    EXPECT_EQ(server_.http().get("/api/games/k3v9x2m7qa/log").code(), "not-found");
    server_.stop();
    server_.options().admin_token = "a-long-secret-of-the-organiser";
    server_.start();
    EXPECT_EQ(server_.http().get(report + "?format=csv").code(), "not-organiser");
    EXPECT_EQ(server_.http().get(log).code(), "not-organiser");
}

TEST_F(ChangedBotTest, AHeldTournamentCanBeStopped) {
    server_.start();
    wait_for("held");
    EXPECT_EQ(act("stop").status, 200);
    EXPECT_EQ(match()["state"], "finished");
    EXPECT_EQ(match()["games_played"], 1);
}

/// While it is held, another process may resume and finish it.
TEST_F(ChangedBotTest, AStopLeavesAResultThatAnotherProcessAnnounced) {
    server_.start();
    wait_for("held");
    const std::string summary = R"({"standings":{"version":1}})";
    {
        const auto lock = store::MatchLock::take(server_.options().database, id_);
        EXPECT_EQ(act("stop").code(), "not-held") << "it is being played there";
        EXPECT_EQ(match()["finished"], nullptr);
        ASSERT_TRUE(store_->finish_match(id_, summary));
    }
    EXPECT_EQ(act("stop").status, 200);
    EXPECT_EQ(store_->match(id_)->summary, summary);
}

/// The disk may be full, say.
TEST_F(ChangedBotTest, AStopThatCouldNotBeKeptCanBeRepeated) {
    server_.start();
    wait_for("held");
    const auto database =
        *store::Database::open(server_.options().database, store::Database::Mode::kWrite, {});
    ASSERT_TRUE(database->execute("CREATE UNIQUE INDEX in_the_way ON matches (coalesce(summary, "
                                  "'')) WHERE summary IS NOT NULL; INSERT INTO matches (spec, a, "
                                  "b, event, created, finished, summary) VALUES ('', '', '', '', "
                                  "'', '', '{\"verdict\":\"stopped by the organiser\"}')"));
    EXPECT_EQ(act("stop").status, 500);
    EXPECT_EQ(match()["state"], "held");
    ASSERT_TRUE(database->execute("DROP INDEX in_the_way"));
    EXPECT_EQ(act("stop").status, 200);
    EXPECT_EQ(match()["state"], "finished");
}

TEST_F(ChangedBotTest, ATournamentTakesAllFilesOfAPattern) {
    server_.start();
    write_bot(server_.place() / "bob.py", 1);
    const Json request = {{"event", "class"},
                          {"type", "round-robin"},
                          {"time_control", "none"},
                          {"bots", {(server_.place() / "*.py").native()}}};
    const Json made = server_.http().post("/api/tournaments", request).json();
    const std::string id = made["tournament"];
    const Json report = server_.http().get("/api/tournaments/" + id).json();
    EXPECT_EQ(report["final"].size(), 2u);
    Json lonely = request;
    lonely["bots"] = {(server_.place() / "b*.py").native()};
    EXPECT_EQ(server_.http().post("/api/tournaments", lonely).code(), "bad-request");
    lonely["bots"] = {(server_.place() / "c*.py").native(), "random"};
    EXPECT_EQ(server_.http().post("/api/tournaments", lonely).code(), "bad-request");
}

TEST_F(ChangedBotTest, KeepsWhatANewTournamentIsPlayedWith) {
    server_.start();
    const Json made = server_.http()
                          .post("/api/tournaments", {{"event", "new"},
                                                     {"type", "round-robin"},
                                                     {"time_control", "none"},
                                                     {"bots", {"random", "greedy"}}})
                          .json();
    id_ = *store::parse_match_id(made["tournament"].get<std::string>());
    wait_for("finished");
    const auto store = *store::Store::open(server_.options().database);
    EXPECT_EQ(store::TournamentStore(*store).load(id_)->contents.size(), 2u);
}

TEST_F(HeldTest, ResumesATournamentBeforeItsGamesAreRead) {
    // Its game is one that the tournament did not ask for: only who plays the tournament finds out.
    make_tournament("first", {{"first", ""}, {"random", ""}});
    server_.start();
    wait_for("held");
    EXPECT_EQ(act("resume").status, 200);
    wait_for("held");
}

/// A match of alice and random of which one game is kept, and the server is stopped.
class HeldMatchTest : public HeldTest {
protected:
    void SetUp() override {
        make_match();
        keep_game();
        server_.stop();
    }
};

TEST_F(HeldMatchTest, GoesOnWhenTheOldBotIsBack) {
    write_bot(file_, 1);
    server_.start();
    const Json held = wait_for("held");
    EXPECT_EQ(held["problem"].get<std::string>().find("alice changed after game 1"), 0u) << held;
    EXPECT_EQ(act("resume").code(), "held");
    write_bot(file_, 0);
    EXPECT_EQ(act("resume").status, 200);
    const Json over = wait_for("finished");
    EXPECT_EQ(over["games_played"], 2);
    EXPECT_EQ(over["changes"], Json::array());
}

/// A bot that is started again after its file was replaced is another one.
TEST_F(HeldMatchTest, NotesABotThatIsReplacedWhileItPlays) {
    server_.start();
    wait_for("finished");
    const Json made = server_.http()
                          .post("/api/matches", {{"a", file_.native()},
                                                 {"b", "random"},
                                                 {"games", 100'000},
                                                 {"time_control", "none"}})
                          .json();
    id_ = *store::parse_match_id(made["match"]["id"].get<std::string>());
    while (match()["games_played"] == 0) std::this_thread::yield();
    write_bot(file_, 1);
    Json now;
    do now = match();
    while (now["changes"].empty() && now["state"] == "running");
    ASSERT_EQ(now["changes"].size(), 1u) << now;
    EXPECT_EQ(now["changes"][0]["what"], "alice");
    EXPECT_GE(now["changes"][0]["after_games"], 1);
    EXPECT_EQ(act("stop").status, 200);
}

TEST_F(HeldMatchTest, GoesOnWithTheNewBotAndSaysSo) {
    write_bot(file_, 1);
    server_.start();
    wait_for("held");
    EXPECT_EQ(act("resume", {{"go_on", true}}).status, 200);
    const Json over = wait_for("finished");
    EXPECT_EQ(over["games_played"], 2);
    EXPECT_EQ(over["changes"], Json::array({{{"what", "alice"}, {"after_games", 1}}}));
}

TEST_F(HeldMatchTest, SaysOfAMissingFileItsNameAlone) {
    std::filesystem::remove(file_);
    server_.start();
    const std::string problem = wait_for("held")["problem"];
    EXPECT_NE(problem.find("alice.py"), std::string::npos) << problem;
    EXPECT_EQ(problem.find('/'), std::string::npos) << problem;
    EXPECT_EQ(act("resume", {{"continue_despite_changes", true}}).json()["error"]["message"],
              problem);
}

/// Whatever changed before the first game is what the match is played with, after a restart too.
TEST_F(HeldTest, AMatchBeginsWithItsBotsAsTheyAreThen) {
    make_match();
    const std::string before = store_->match(id_)->spec;
    server_.stop();
    write_bot(file_, 1);
    server_.start();
    while (store_->match(id_)->spec == before) {  // until it is resumed
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    server_.stop();
    const store::MatchInfo kept = *store_->match(id_);
    const Json spec = Json::parse(kept.spec);
    const auto again = make_plan(spec, nullptr);
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_TRUE(store::changed_bots(kept, again->match).empty());
    EXPECT_FALSE(spec.contains("changes"));
}

}  // namespace

}  // namespace ninefold::server
