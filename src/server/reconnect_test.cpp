// SPDX-License-Identifier: MIT
// Connections that break, servers that stop, and crowds that watch.
#include <map>
#include <thread>

#include <gtest/gtest.h>

#include "server/server_for_test.h"

namespace ninefold::server {

namespace {

class ReconnectTest : public testing::Test {
protected:
    Json create(const Json& body) {
        HttpForTest http = server_.http();
        const AnswerForTest made = http.post("/api/games", body);
        EXPECT_EQ(made.status, 201) << made.body;
        id_ = made.json()["game"]["id"];
        tokens_ = made.json()["tokens"];
        return made.json();
    }
    Json state() { return server_.http().get("/api/games/" + id_).json(); }
    /// Plays the first legal move.
    Json move() {
        const Json game = state();
        const Json body = {{"token", tokens_[game["turn"].get<std::string>()]},
                           {"move", game["legal"][0]}};
        const AnswerForTest moved = server_.http().post("/api/games/" + id_ + "/move", body);
        EXPECT_EQ(moved.status, 200) << moved.body;
        return moved.json()["game"];
    }
    WebSocketForTest watch(std::optional<std::uint64_t> after = {}) {
        WebSocketForTest socket = server_.web_socket();
        Json message = {{"type", "subscribe"}, {"channel", "game:" + id_}};
        if (after) message["after"] = *after;
        socket.send(message);
        return socket;
    }

    ServerForTest server_;
    std::string id_;
    Json tokens_;
};

TEST_F(ReconnectTest, WhoComesBackGetsExactlyWhatWasMissed) {
    create({{"x", kHuman}, {"o", kHuman}});
    std::uint64_t seen = 0;
    {
        WebSocketForTest socket = watch();
        EXPECT_EQ(socket.wait_for("type", "snapshot")["seq"], 0);
        move();
        seen = socket.wait_for("event", "move")["seq"];
        EXPECT_EQ(seen, 1u);
    }
    for (int i = 0; i < 3; ++i) move();
    WebSocketForTest back = watch(seen);
    EXPECT_EQ(back.wait_for("type", "resumed")["seq"], 4);
    for (std::uint64_t seq = 2; seq <= 4; ++seq) {
        const Json event = back.receive();
        EXPECT_EQ(event["seq"], seq);
        EXPECT_EQ(event["ply"], seq);
    }
    move();
    EXPECT_EQ(back.wait_for("event", "move")["seq"], 5);
}

TEST_F(ReconnectTest, WhoMissedTooMuchOrClaimsTooMuchGetsASnapshot) {
    server_.stop();
    server_.options().settings.kept_events = 2;
    server_.start();
    create({{"x", kHuman}, {"o", kHuman}});
    for (int i = 0; i < 5; ++i) move();
    EXPECT_EQ(watch(0).wait_for("type", "snapshot")["seq"], 5);
    EXPECT_EQ(watch(99).wait_for("type", "snapshot")["seq"], 5);
    EXPECT_EQ(watch(3).wait_for("type", "resumed")["seq"], 5);
}

/// More messages at once than a client may be behind: they are no sign that it reads slowly.
TEST_F(ReconnectTest, WhoComesBackToManyGamesStaysConnected) {
    const Json bot = {{"kind", "bot"}, {"bot", "random"}};
    std::map<std::string, std::uint64_t> last;
    std::uint64_t missed = 0;
    for (int i = 0; i < 20; ++i) {
        create({{"x", bot}, {"o", bot}, {"pace_ms", 0}});
        while (state()["state"] != "ended") std::this_thread::yield();
        last["game:" + id_] = state()["seq"];
        missed += last["game:" + id_] - 2;
    }
    ASSERT_GT(missed, server_.options().settings.most_queued);
    WebSocketForTest back = server_.web_socket();
    std::string messages;
    for (const auto& [channel, seq] : last) {
        const Json message = {{"type", "subscribe"}, {"channel", channel}, {"after", 2}};
        messages += WebSocketForTest::frame(message.dump());
    }
    back.socket().write(messages);
    std::map<std::string, std::uint64_t> seen;
    while (seen != last) {
        const Json event = back.wait_for("type", "event");
        ASSERT_FALSE(event.is_discarded()) << "cut off after " << seen.size() << " games";
        std::uint64_t& at = seen.try_emplace(event["channel"], 2).first->second;
        EXPECT_EQ(event["seq"], ++at);
    }
}

TEST_F(ReconnectTest, ARestartLosesNothing) {
    create({{"x", kHuman}, {"o", kHuman}, {"time_control", "tc=600+1"}, {"rules", "open"}});
    for (int i = 0; i < 5; ++i) move();
    const Json before = state();
    server_.stop();
    server_.start();
    const Json after = state();
    for (const char* member :
         {"id", "seq", "state", "position", "legal", "turn", "created", "listed"}) {
        EXPECT_EQ(before[member], after[member]) << member;
    }
    EXPECT_EQ(before["record"]["moves"], after["record"]["moves"]);
    EXPECT_NEAR(before["clocks"]["x"], after["clocks"]["x"], 5);
    // A client that had seen everything has missed nothing, and the numbers continue.
    WebSocketForTest socket = watch(before["seq"]);
    EXPECT_EQ(socket.wait_for("type", "resumed")["seq"], before["seq"]);
    move();
    EXPECT_EQ(socket.wait_for("event", "move")["seq"], before["seq"].get<int>() + 1);
}

TEST_F(ReconnectTest, ABotsTurnGoesOnAfterARestart) {
    create({{"x", {{"kind", "bot"}, {"bot", "random"}}},
            {"o", {{"kind", "bot"}, {"bot", "random"}}},
            {"pace_ms", 20}});
    WebSocketForTest socket = watch(0);
    for (int i = 0; i < 3; ++i) socket.wait_for("event", "move");
    server_.stop();
    server_.start();
    WebSocketForTest back = watch();
    const Json snapshot = back.wait_for("type", "snapshot");
    EXPECT_GE(snapshot["data"]["ply"], 3);
    const Json ended = back.wait_for("event", "ended");
    ASSERT_FALSE(ended.is_discarded());
    EXPECT_EQ(ended["kept"], "0.1");
}

TEST_F(ReconnectTest, WhatWasAnnouncedSurvivesAKill) {
    create({{"x", kHuman}, {"o", kHuman}});
    for (int i = 0; i < 4; ++i) move();
    const Json before = state();
    // The files as a kill at this moment would leave them.
    PlaceForTest other;
    for (const char* file : {"games.db", "games.db-wal"}) {
        std::error_code ignored;
        std::filesystem::copy_file(server_.place() / file, other / file, ignored);
    }
    ServerOptions options = server_.options();
    options.database = other / "games.db";
    auto second = Server::start(options);
    ASSERT_TRUE(second) << second.error().message;
    HttpForTest http((*second)->port());
    EXPECT_EQ(http.get("/api/games/" + id_).json()["record"]["moves"], before["record"]["moves"]);
}

TEST_F(ReconnectTest, FinishedGamesStayUnderTheirLinkAndGoOnToARematch) {
    create({{"x", kHuman}, {"o", {{"kind", "bot"}, {"bot", "first"}}}});
    const std::string token = tokens_["x"];
    server_.http().post("/api/games/" + id_ + "/resign", {{"token", token}});
    server_.stop();
    server_.start();
    const Json game = state();
    EXPECT_EQ(game["state"], "ended");
    EXPECT_EQ(game["kept"], "0.1");
    const Json again =
        server_.http().post("/api/games/" + id_ + "/rematch", {{"token", token}}).json();
    EXPECT_EQ(again["game"]["next"].get<std::string>().size(), 10u);
}

/// The lobby lists the games in memory; one that left it is played on all the same.
TEST_F(ReconnectTest, AnIdleGameLeavesTheMemoryAndComesBack) {
    server_.stop();
    server_.options().settings.idle_game_time = std::chrono::minutes(0);
    server_.start();
    create({{"x", kHuman}, {"o", kHuman}, {"listed", true}});
    const auto in_memory = [&] {
        return server_.http().get("/api/games?state=live").json()["total"] != 0;
    };
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (in_memory() && std::chrono::steady_clock::now() < deadline) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    EXPECT_FALSE(in_memory());
    EXPECT_EQ(move()["ply"], 1);
}

TEST_F(ReconnectTest, APlayerWhoFallsSilentIsAwayUntilTheNextWord) {
    create({{"x", kHuman}, {"o", kHuman}});
    const auto sit = [&](const char* side) {
        WebSocketForTest socket = server_.web_socket();
        socket.send({{"type", "subscribe"}, {"channel", "game:" + id_}, {"token", tokens_[side]}});
        EXPECT_FALSE(socket.wait_for("type", "snapshot").is_discarded());
        return socket;
    };
    WebSocketForTest x = sit("x");
    WebSocketForTest o = sit("o");
    const auto wait_until_x_is = [&](bool present) {
        while (o.wait_for("event", "presence")["x"] != present) {
        }
    };
    wait_until_x_is(true);
    // It promises to say something soon and keeps its connection, but not its word.
    x.send({{"type", "ping"}, {"next_ms", 100}});
    wait_until_x_is(false);
    EXPECT_EQ(state()["x"]["present"], false);
    x.send({{"type", "ping"}});
    wait_until_x_is(true);
    EXPECT_EQ(state()["x"]["present"], true);
    x.send({{"type", "ping"}, {"next_ms", 5}});
    EXPECT_NE(x.wait_for("type", "error")["message"].get<std::string>().find("next_ms"),
              std::string::npos);
}

TEST_F(ReconnectTest, AMatchGoesOnAfterARestart) {
    HttpForTest http = server_.http();
    const Json made = http.post("/api/matches", {{"a", "mcts:sims=300"},
                                                 {"b", "random"},
                                                 {"games", 12},
                                                 {"time_control", "none"}})
                          .json();
    const std::string id = made["match"]["id"];
    for (;;) {
        if (http.get("/api/matches/" + id).json()["games_played"] > 0) break;
    }
    server_.stop();
    server_.start();
    HttpForTest again = server_.http();
    Json match;
    do match = again.get("/api/matches/" + id).json();
    while (match["state"] != "finished");
    EXPECT_EQ(match["games_played"], 12);
}

TEST_F(ReconnectTest, ACrowdSeesTheSameEventsInTheSameOrder) {
    constexpr int kCrowd = 60;
    create({{"x", kHuman}, {"o", kHuman}});
    std::vector<WebSocketForTest> crowd;
    crowd.reserve(kCrowd);
    for (int i = 0; i < kCrowd; ++i) {
        crowd.push_back(watch());
        EXPECT_FALSE(crowd.back().wait_for("type", "snapshot").is_discarded());
    }
    EXPECT_EQ(state()["spectators"], kCrowd);
    for (int i = 0; i < 6; ++i) move();
    for (WebSocketForTest& socket : crowd) {
        for (int ply = 1; ply <= 6; ++ply) EXPECT_EQ(socket.wait_for("event", "move")["seq"], ply);
    }
    crowd.clear();
    for (int i = 0; i < 1000 && state()["spectators"] != 0; ++i) std::this_thread::yield();
    EXPECT_EQ(state()["spectators"], 0);
}

TEST_F(ReconnectTest, ManyGamesAtOnce) {
    std::vector<std::pair<std::string, Json>> games;
    HttpForTest client = server_.http();
    for (int i = 0; i < 200; ++i) {
        const Json made = client.post("/api/games", {{"x", kHuman}, {"o", kHuman}}).json();
        games.emplace_back(made["game"]["id"], made["tokens"]);
    }
    for (const char* move : {"44", "40", "00"}) {
        for (const auto& [id, tokens] : games) {
            const bool x = move[0] != '4' || move[1] == '4';
            const AnswerForTest moved =
                client.post("/api/games/" + id + "/move",
                            {{"token", tokens[x ? "x" : "o"]}, {"move", move}});
            ASSERT_EQ(moved.status, 200) << moved.body;
        }
    }
    EXPECT_EQ(client.get("/api/games?state=live").json()["total"], 200);
}

}  // namespace

}  // namespace ninefold::server
