// SPDX-License-Identifier: MIT
// Matches that are watched while they are played, here and in other processes.
#include "server/matches.h"

#include <atomic>
#include <fstream>
#include <thread>

#include <gtest/gtest.h>

#include "server/match_plan.h"
#include "server/server_for_test.h"
#include "store/match_keeper.h"
#include "store/tournament_store.h"

namespace ninefold::server {

namespace {

/// A bot of another content for every number, which never finds a move.
void write_bot(const std::filesystem::path& file, int number) {
    std::ofstream(file) << "def select_move(cur_state, remain_time):\n    return -" << number + 1
                        << "\n";
}

class MatchesTest : public testing::Test {
protected:
    MatchesTest() {
        store_ = *store::Store::open(server_.options().database);
        id_ = *store_->create_match({.spec = "{}", .a = "alice", .b = "bob"});
        channel_ = "match:" + store::to_text(id_);
    }

    static record::GameRecord new_game() {
        record::GameRecord game;
        game.x = "alice";
        game.o = "bob";
        game.date = "2026-01-02T03:04:05Z";
        return game;
    }
    static record::Ply ply(unsigned move) { return {.move = rules::Move(move)}; }
    void move(arena::EventSink& sink, unsigned move) {
        game_.plies.push_back(ply(move));
        sink.on_event(arena::MovePlayed{0, static_cast<int>(game_.plies.size()), rules::Side::kX,
                                        &game_.plies.back()});
    }
    void finish(arena::EventSink& sink) {
        game_.ending = rules::Ending::kResigned;
        game_.winner = rules::Side::kX;
        auto keeper = *store::MatchKeeper::open(*store_, id_);
        keeper->keep(0, game_, [](const auto& kept) { EXPECT_TRUE(kept); });
        keeper->flush();
        sink.on_event(arena::GameEnded{0, &game_, true});
    }
    /// The next event of the match, which must follow the one before.
    Json next_event() {
        Json message;
        do message = socket_.wait_for("channel", channel_);
        while (!message.is_discarded() && message["type"] == "news");
        if (message.is_discarded()) return message;
        EXPECT_TRUE(seq_ == 0 || message["seq"] == seq_ + 1) << message;
        seq_ = message["seq"].get<std::uint64_t>();
        return message;
    }
    void subscribe() { socket_.send({{"type", "subscribe"}, {"channel", channel_}}); }
    Json live_games() { return server_.http().get("/api/games?state=live").json()["games"]; }

    ServerForTest server_;
    WebSocketForTest socket_ = server_.web_socket();
    std::unique_ptr<store::Store> store_;
    store::MatchId id_;
    std::string channel_;
    record::GameRecord game_ = new_game();
    std::uint64_t seq_ = 0;
};

TEST_F(MatchesTest, ShowsAMatchOfThisProcess) {
    const auto sink = server_.server().match_sink(id_);
    sink->on_event(arena::GameStarted{0, &game_});
    move(*sink, 40);
    subscribe();
    const Json snapshot = next_event();
    EXPECT_EQ(snapshot["data"]["state"], "running");
    EXPECT_EQ(snapshot["data"]["here"], true);
    EXPECT_EQ(snapshot["data"]["live"][0]["record"]["moves"].size(), 1u);
    move(*sink, 36);
    EXPECT_EQ(next_event()["move"], "40");
    ASSERT_EQ(live_games().size(), 1u);
    EXPECT_EQ(live_games()[0]["id"], store::to_text(id_) + ".0");
    EXPECT_EQ(server_.http().get("/api/games/1.0").json()["state"], "running");
    finish(*sink);
    const Json ended = next_event();
    EXPECT_EQ(ended["event"], "game-ended");
    EXPECT_EQ(ended["record"]["ending"], "resigned");
    EXPECT_TRUE(live_games().empty());
    EXPECT_EQ(server_.http().get("/api/games/1.0").json()["state"], "ended");
}

TEST_F(MatchesTest, TellsTheLastGameOfThisProcessOnce) {
    auto sink = server_.server().match_sink(id_);
    sink->on_event(arena::GameStarted{0, &game_});
    subscribe();
    EXPECT_EQ(next_event()["type"], "snapshot");
    socket_.send({{"type", "subscribe"}, {"channel", "lobby"}});
    EXPECT_EQ(socket_.wait_for("channel", "lobby")["type"], "snapshot");
    finish(*sink);
    sink.reset();
    EXPECT_TRUE(store_->finish_match(id_, "{}"));
    EXPECT_EQ(next_event()["event"], "game-ended");
    // Once the lobby knows the end, the database has been looked at.
    Json told;
    do told = socket_.wait_for("event", "match");
    while (!told.is_discarded() && told["match"]["state"] != "finished");
    EXPECT_EQ(server_.http().get("/api/matches").status, 200) << "the archive answers in order";
    socket_.send({{"type", "ping"}});
    for (Json next = socket_.receive(); next["type"] != "pong"; next = socket_.receive()) {
        ASSERT_NE(next["event"], "game-ended") << next;
    }
}

TEST_F(MatchesTest, ShowsAMatchOfAnotherProcess) {
    const auto live_feed = *store::open_live_feed(server_.options().database, id_,
                                                  {.pause = std::chrono::milliseconds(5)});
    live_feed->on_event(arena::GameStarted{0, &game_});
    subscribe();
    EXPECT_EQ(next_event()["data"]["state"], "elsewhere");
    const Json started = next_event();
    EXPECT_EQ(started["event"], "game-started");
    EXPECT_EQ(started["record"]["x"], "alice");
    move(*live_feed, 40);
    const Json first = next_event();
    EXPECT_EQ(first["move"], "44");
    EXPECT_EQ(first["side"], "x");
    EXPECT_EQ(first["ply"], 1);
    move(*live_feed, 36);
    EXPECT_EQ(next_event()["side"], "o");
    ASSERT_EQ(live_games().size(), 1u);
    EXPECT_EQ(live_games()[0]["ply"], 2);
    finish(*live_feed);
    EXPECT_EQ(next_event()["event"], "game-ended");
    EXPECT_TRUE(store_->finish_match(id_, "{}"));
    const Json over = next_event();
    EXPECT_EQ(over["event"], "match-ended");
    EXPECT_EQ(over["wins"], 1);
    EXPECT_TRUE(live_games().empty());
}

TEST_F(MatchesTest, BotsOfOneNameAreToldApartByTheGamesNumber) {
    id_ = *store_->create_match({.spec = "{}", .a = "alice", .b = "alice"});
    channel_ = "match:" + store::to_text(id_);
    subscribe();
    EXPECT_EQ(next_event()["type"], "snapshot");
    game_.ending = rules::Ending::kResigned;
    game_.winner = rules::Side::kX;
    game_.o = "alice";
    const auto keeper = *store::MatchKeeper::open(*store_, id_);
    for (const int number : {0, 1}) {
        keeper->keep(number, game_, [](const auto& kept) { EXPECT_TRUE(kept); });
        keeper->flush();
        EXPECT_EQ(next_event()["a"], number == 0 ? "x" : "o");
    }
}

TEST_F(MatchesTest, WhoMissedGamesOfAnotherProcessGetsASnapshot) {
    subscribe();
    const Json snapshot = next_event();
    EXPECT_EQ(snapshot["data"]["games_played"], 0);
    socket_.send({{"type", "unsubscribe"}, {"channel", channel_}});
    auto keeper = *store::MatchKeeper::open(*store_, id_);
    game_.ending = rules::Ending::kResigned;
    game_.winner = rules::Side::kX;
    keeper->keep(0, game_, [](const auto& kept) { EXPECT_TRUE(kept); });
    keeper->flush();
    socket_.send({{"type", "subscribe"}, {"channel", channel_}, {"after", seq_}});
    seq_ = 0;
    const Json again = next_event();
    EXPECT_EQ(again["type"], "snapshot");
    EXPECT_EQ(again["data"]["games_played"], 1);
}

TEST_F(MatchesTest, TheLobbyKnowsTheMatchesOfEarlierRuns) {
    server_.stop();
    server_.start();
    // The archive answers in order: after this, the lobby is filled.
    EXPECT_EQ(server_.http().get("/api/matches").json()["matches"].size(), 1u);
    WebSocketForTest socket = server_.web_socket();
    socket.send({{"type", "subscribe"}, {"channel", "lobby"}});
    EXPECT_EQ(socket.wait_for("type", "snapshot")["data"]["matches"][0]["a"], "alice");
}

/// What a server left behind that was stopped after one game with another alice.py.
class ChangedBotTest : public testing::Test {
protected:
    ChangedBotTest() {
        const std::filesystem::path file = server_.place() / "alice.py";
        write_bot(file, 0);
        const auto spec = tournament::parse_spec(
            fmt::format("name = \"cup\"\ntime = \"none\"\nbots = ['{}', 'random']\n"
                        "[[stage]]\nname = \"all\"\ntype = \"round-robin\"\n",
                        file.native()),
            "/", "cup.toml");
        server_.stop();
        const auto store = *store::Store::open(server_.options().database);
        store::TournamentStore tournaments(*store);
        id_ = tournaments.create(*spec, store::MatchOwner::kServer)->id;
        EXPECT_TRUE(tournaments.add_contents(id_, {{"alice", "old"}, {"random", ""}}));
        const auto keeper = *store::MatchKeeper::open(*store, id_);
        record::GameRecord game;
        game.x = "alice";
        game.o = "random";
        game.ending = rules::Ending::kResigned;
        game.winner = rules::Side::kX;
        game.log = "thinking hard";
        keeper->keep(0, game, [](const auto& kept) { EXPECT_TRUE(kept); });
        keeper->flush();
    }

    Json match() { return server_.http().get("/api/matches/" + store::to_text(id_)).json(); }
    Json wait_for(std::string_view state) {
        for (;;) {
            Json now = match();
            if (now["state"] == state) return now;
        }
    }
    AnswerForTest act(std::string_view what, const Json& body = Json::object()) {
        return server_.http().post(fmt::format("/api/matches/{}/{}", id_.value, what), body);
    }

    ServerForTest server_;
    store::MatchId id_;
};

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

TEST_F(MatchesTest, ResumesATournamentBeforeItsGamesAreRead) {
    const auto spec = tournament::parse_spec(
        "name = \"cup\"\ntime = \"none\"\nbots = ['first', 'random']\n[[stage]]\nname = \"all\"\n"
        "type = \"round-robin\"\n",
        "/", "cup.toml");
    server_.stop();
    store::TournamentStore tournaments(*store_);
    const store::MatchId id = tournaments.create(*spec, store::MatchOwner::kServer)->id;
    EXPECT_TRUE(tournaments.add_contents(id, {{"first", ""}, {"random", ""}}));
    // A game that the tournament did not ask for: only who plays the tournament finds out.
    game_.ending = rules::Ending::kResigned;
    game_.winner = rules::Side::kX;
    (*store::MatchKeeper::open(*store_, id))->keep(0, game_, [](const auto& kept) {
        EXPECT_TRUE(kept);
    });
    server_.start();
    const std::string path = "/api/matches/" + store::to_text(id);
    const auto wait_until_held = [&] {
        for (Json match; match["state"] != "held";) match = server_.http().get(path).json();
    };
    wait_until_held();
    EXPECT_EQ(server_.http().post(path + "/resume", Json::object()).status, 200);
    wait_until_held();
}

/// A match of alice and random of which one game is kept, and the server is stopped.
class HeldMatchTest : public MatchesTest {
protected:
    void SetUp() override {
        write_bot(file_, 0);
        const auto plan =
            make_plan({{"a", file_.native()}, {"b", "random"}, {"games", 2}}, nullptr);
        ASSERT_TRUE(plan) << plan.error().message;
        id_ = *store::create_match(*store_, plan->match);
        path_ += store::to_text(id_);
        game_.o = "random";
        game_.ending = rules::Ending::kResigned;
        game_.winner = rules::Side::kX;
        keep_game(0);
        server_.stop();
    }
    void keep_game(int number) {
        const auto keeper = *store::MatchKeeper::open(*store_, id_);
        keeper->keep(number, game_, [](const auto& kept) { EXPECT_TRUE(kept); });
        keeper->flush();
    }
    Json wait_for(const std::string& state) {
        for (;;) {
            Json match = server_.http().get(path_).json();
            if (match["state"] == state) return match;
        }
    }
    AnswerForTest resume(const Json& how) { return server_.http().post(path_ + "/resume", how); }

    const std::filesystem::path file_ = server_.place() / "alice.py";
    std::string path_ = "/api/matches/";
};

TEST_F(HeldMatchTest, GoesOnWhenTheOldBotIsBack) {
    write_bot(file_, 1);
    server_.start();
    const Json held = wait_for("held");
    EXPECT_EQ(held["problem"].get<std::string>().find("alice changed after game 1"), 0u) << held;
    EXPECT_EQ(resume(Json::object()).code(), "held");
    write_bot(file_, 0);
    EXPECT_EQ(resume(Json::object()).status, 200);
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
    path_ = "/api/matches/" + made["match"]["id"].get<std::string>();
    while (server_.http().get(path_).json()["games_played"] == 0) std::this_thread::yield();
    write_bot(file_, 1);
    Json match;
    do match = server_.http().get(path_).json();
    while (match["changes"].empty() && match["state"] == "running");
    ASSERT_EQ(match["changes"].size(), 1u) << match;
    EXPECT_EQ(match["changes"][0]["what"], "alice");
    EXPECT_GE(match["changes"][0]["after_games"], 1);
    EXPECT_EQ(server_.http().post(path_ + "/stop", Json::object()).status, 200);
}

TEST_F(HeldMatchTest, GoesOnWithTheNewBotAndSaysSo) {
    write_bot(file_, 1);
    server_.start();
    wait_for("held");
    EXPECT_EQ(resume({{"go_on", true}}).status, 200);
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
    EXPECT_EQ(resume({{"continue_despite_changes", true}}).json()["error"]["message"], problem);
}

/// Whatever changed before the first game is what the match is played with, after a restart too.
TEST_F(MatchesTest, AMatchBeginsWithItsBotsAsTheyAreThen) {
    const std::filesystem::path file = server_.place() / "alice.py";
    write_bot(file, 0);
    const auto plan = make_plan({{"a", file.native()}, {"b", "random"}}, nullptr);
    ASSERT_TRUE(plan) << plan.error().message;
    id_ = *store::create_match(*store_, plan->match);
    const std::string before = store_->match(id_)->spec;
    server_.stop();
    write_bot(file, 1);
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

TEST_F(MatchesTest, IsStoppedWhileItPlaysAndIsLookedAt) {
    for (int i = 0; i < 15; ++i) {
        const Json made = server_.http()
                              .post("/api/tournaments", {{"event", "fast"},
                                                         {"type", "round-robin"},
                                                         {"games", 1000},
                                                         {"time_control", "none"},
                                                         {"concurrency", 2},
                                                         {"bots", {"random", "first", "random"}}})
                              .json();
        const std::string path = "/api/matches/" + made["tournament"].get<std::string>();
        std::atomic<bool> stopped = false;
        std::thread looker([&] {
            while (!stopped) server_.http().get(path + "?limit=1");
        });
        while (server_.http().get(path + "?limit=1").json()["games_played"] == 0) {
        }
        EXPECT_EQ(server_.http().post(path + "/stop", Json::object()).status, 200);
        stopped = true;
        looker.join();
        EXPECT_EQ(server_.http().get(path).json()["state"], "finished");
    }
}

TEST_F(MatchesTest, ADatabaseHasOneServer) {
    const auto second = Server::start(server_.options());
    ASSERT_FALSE(second);
    EXPECT_NE(second.error().message.find("is being run already"), std::string::npos);
}

}  // namespace

}  // namespace ninefold::server
