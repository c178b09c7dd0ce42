// SPDX-License-Identifier: MIT
// Matches that are watched while they are played, here and in other processes.
#include "server/matches.h"

#include <atomic>
#include <fstream>
#include <future>
#include <thread>

#include <gtest/gtest.h>

#include "server/match_json.h"
#include "server/server_for_test.h"
#include "store/database.h"
#include "store/match_keeper.h"
#include "store/tournament_store.h"

namespace ninefold::server {

namespace {

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

/// Sixteen games whose bots say as much as they may make a snapshot of more than a megabyte.
TEST_F(MatchesTest, ALargeSnapshotArrivesAndOnlyThoseWhoDoNotReadAreCutOff) {
    constexpr std::size_t kLimit = 64 * 1024;
    server_.stop();
    server_.options().settings.most_queued_bytes = kLimit;
    server_.options().settings.most_catch_up_bytes = kLimit;
    server_.start();
    const auto sink = server_.server().match_sink(id_);
    sink->on_event(arena::GameStarted{0, &game_});
    for (const unsigned at : {40, 36, 4, 37, 13, 39, 31, 41}) {
        game_.plies.push_back(ply(at));
        game_.plies.back().meta = fmt::format(R"({{"a":"{}"}})", std::string(kLimit / 2, 'a'));
        sink->on_event(arena::MovePlayed{0, static_cast<int>(game_.plies.size()), rules::Side::kX,
                                         &game_.plies.back()});
    }
    const Json message = {{"type", "subscribe"}, {"channel", channel_}};
    WebSocketForTest socket = server_.web_socket();
    socket.send(message);
    EXPECT_GT(socket.wait_for("type", "snapshot").dump().size(), 3 * kLimit);
    move(*sink, 38);
    EXPECT_EQ(socket.wait_for("event", "move")["move"], "42");

    WebSocketForTest deaf(server_.port(), {}, 2048);
    bool cut_off = false;
    for (int i = 0; i < 500 && !cut_off; ++i) {
        cut_off = !deaf.send(message);
        std::this_thread::sleep_for(std::chrono::milliseconds(20));  // within the rate
    }
    EXPECT_TRUE(cut_off);
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

TEST_F(MatchesTest, IsStoppedWhileItPlaysAndIsLookedAt) {
    // 28,000 games, which are not over before the request to stop them arrives, however late.
    const std::vector<std::string> bots(8, "random");
    for (int i = 0; i < 15; ++i) {
        const Json made = server_.http()
                              .post("/api/tournaments", {{"event", "fast"},
                                                         {"type", "round-robin"},
                                                         {"games", 1000},
                                                         {"time_control", "none"},
                                                         {"concurrency", 2},
                                                         {"bots", bots}})
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

/// Counts what it was sent.
class CountingListener final : public Listener {
public:
    void send(SharedText) override {
        ++sent;
        if (on_send) on_send();
    }
    bool is_open() const override { return true; }
    std::atomic<int> sent = 0;
    std::function<void()> on_send;
};

TEST(MatchesSubscribe, WhoUnsubscribesWhileTheDiskIsReadDoesNotListen) {
    const PlaceForTest place;
    const auto open = [&] { return *store::Store::open(place / "games.db"); };
    const store::MatchId id = *open()->create_match({.spec = "{}", .a = "alice", .b = "bob"});
    Lobby lobby(4);
    Archive archive(open()), planner(open());
    Matches matches({}, place / "games.db", archive, planner, lobby);
    std::promise<void> gate;
    ASSERT_TRUE(archive.post([&](store::Store&) { gate.get_future().wait(); }));
    const auto listener = std::make_shared<CountingListener>();
    std::stop_source left;
    matches.subscribe(id, {listener, left.get_token()}, {}, [](const HttpError&) {});
    left.request_stop();
    matches.unsubscribe(id, listener.get());
    gate.set_value();
    std::promise<void> done;
    ASSERT_TRUE(archive.post([&](store::Store&) { done.set_value(); }));
    done.get_future().wait();
    EXPECT_EQ(listener->sent, 0);
    planner.close();
    matches.close();
    archive.close();
}

TEST(MatchesSubscribe, OneClientHoldsUpNoOther) {
    const PlaceForTest place;
    const auto open = [&] { return *store::Store::open(place / "games.db"); };
    const store::MatchId id = *open()->create_match({.spec = "{}", .a = "alice", .b = "bob"});
    Lobby lobby(4);
    Archive archive(open()), planner(open());
    Matches matches({}, place / "games.db", archive, planner, lobby);
    std::promise<void> gate;
    ASSERT_TRUE(archive.post([&](store::Store&) { gate.get_future().wait(); }));
    const auto many = std::make_shared<CountingListener>();
    const auto one = std::make_shared<CountingListener>();
    for (int i = 0; i < 300; ++i) matches.subscribe(id, {many, {}, "a"}, {}, [](const auto&) {});
    std::promise<int> sent_before;
    one->on_send = [&] { sent_before.set_value(many->sent); };
    matches.subscribe(id, {one, {}, "b"}, {}, [&](const HttpError&) { sent_before.set_value(-1); });
    gate.set_value();
    EXPECT_EQ(sent_before.get_future().get(), 1) << "in turns; -1: refused";
    planner.close();
    matches.close();
    archive.close();
}

/// It may have a million others.
TEST_F(MatchesTest, AVoidGameDoesNotHaveAllGamesCountedAgain) {
    const auto keeper = *store::MatchKeeper::open(*store_, id_);
    const auto keep = [&](int number, rules::Ending ending) {
        record::GameRecord game = new_game();
        game.ending = ending;
        if (ending != rules::Ending::kVoid) game.winner = rules::Side::kX;
        keeper->keep(number, game, [](const auto& kept) { EXPECT_TRUE(kept); });
        keeper->flush();
    };
    MatchCounter counter;
    const auto wins = [&] {
        return (*counter.to_json(*store_, *store_->match(id_), "elsewhere"))["wins"];
    };
    keep(0, rules::Ending::kResigned);
    keep(1, rules::Ending::kVoid);
    EXPECT_EQ(wins(), 1);
    // Only who reads the game again finds another winner.
    const auto database =
        *store::Database::open(server_.options().database, store::Database::Mode::kWrite, {});
    ASSERT_TRUE(database->execute("UPDATE games SET winner = 'o' WHERE number = 0"));
    EXPECT_EQ(wins(), 1);
    keep(1, rules::Ending::kResigned);
    EXPECT_EQ(wins(), 2) << "the void game was played again";
    ASSERT_TRUE(store_->finish_match(id_, "{}"));
    EXPECT_EQ(wins(), 2);
}

}  // namespace

}  // namespace ninefold::server
