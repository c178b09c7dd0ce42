// SPDX-License-Identifier: MIT
// Which live games are in memory, and what happens to those that are not.
#include "server/live_games.h"

#include <algorithm>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "server/server_for_test.h"
#include "store/database.h"
#include "store/schema.h"

namespace ninefold::server {

namespace {

class LiveGamesTest : public testing::Test {
protected:
    /// Restarts it with clients that a proxy tells apart.
    void start_behind_proxy() {
        server_.stop();
        server_.options().trusted_proxies = {"127.0.0.1"};
        server_.start();
    }
    static Settings few_games() {
        Settings settings;
        settings.most_games = 4;
        settings.most_games_of_one = 2;
        return settings;
    }
    static Headers from(const std::string& client) { return {{"X-Forwarded-For", client}}; }

    AnswerForTest ask_for_game(const Json& more = {}, const std::string& client = "192.0.2.1") {
        Json body = {{"x", kHuman}, {"o", kHuman}};
        if (!more.is_null()) body.update(more);
        return server_.http().post("/api/games", body, from(client));
    }
    Json create(const Json& more = {}, const std::string& client = "192.0.2.1") {
        const AnswerForTest made = ask_for_game(more, client);
        EXPECT_EQ(made.status, 201) << made.body;
        return made.json();
    }
    static std::string id(const Json& made) { return made["game"]["id"]; }
    Json look(const std::string& game) { return server_.http().get("/api/games/" + game).json(); }
    /// The games in memory; all of them are listed.
    std::size_t in_memory() {
        return server_.http().get("/api/games?state=live").json()["total"].get<std::size_t>();
    }
    AnswerForTest move(const Json& game, const std::string& token, const std::string& client) {
        return server_.http().post("/api/games/" + id(game) + "/move",
                                   {{"token", token}, {"move", "44"}}, from(client));
    }
    /// Whether the bot answers the move of `client` while another bot, asked for by the stranger,
    /// still thinks: that one stands first in the stranger's line.
    bool bot_answers(const Json& game, const std::string& client, const std::string& stranger) {
        const Json slow = {{"kind", "bot"}, {"bot", "mcts:sims=1000000000"}};
        const Json other = create({{"x", slow}, {"bot_time_ms", 10'000}}, stranger);
        EXPECT_EQ(move(game, game["tokens"]["x"], client).status, 200);
        while (look(id(game))["ply"] < 2) {
            if (look(id(other))["ply"] > 0) return false;
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        return true;
    }
    WebSocketForTest watch(const std::vector<std::string>& games, const std::string& client) {
        WebSocketForTest socket(server_.port(),
                                {{"X-Forwarded-For", client},
                                 {"Host", "127.0.0.1:" + std::to_string(server_.port())}});
        for (const std::string& game : games) {
            socket.send({{"type", "subscribe"}, {"channel", "game:" + game}});
            EXPECT_FALSE(socket.wait_for("type", "snapshot").is_discarded());
        }
        return socket;
    }

    static inline const Json kAgainstBot = {{"o", {{"kind", "bot"}, {"bot", "first"}}}};

    ServerForTest server_{few_games()};
};

TEST_F(LiveGamesTest, WhereMemoryIsFullTheLongestUnusedGameIsOnDisk) {
    const Json first = create({{"time_control", "move=8760h"}});
    for (int i = 0; i < 10; ++i) create({{"time_control", "move=8760h"}});
    EXPECT_EQ(in_memory(), 4u);
    const Json move = {{"token", first["tokens"]["x"]}, {"move", "44"}};
    EXPECT_EQ(server_.http().post("/api/games/" + id(first) + "/move", move).status, 200);
}

TEST_F(LiveGamesTest, LookingAtGamesStaysWithinTheBound) {
    std::vector<std::string> games;
    for (int i = 0; i < 10; ++i) games.push_back(id(create()));
    for (const std::string& game : games) {
        EXPECT_EQ(look(game)["id"], game);
        EXPECT_LE(in_memory(), 4u);
    }
}

TEST_F(LiveGamesTest, GamesThatSomebodyWatchesStay) {
    std::vector<std::string> games;
    for (int i = 0; i < 4; ++i) games.push_back(id(create()));
    WebSocketForTest socket = watch(games, "192.0.2.1");
    EXPECT_EQ(ask_for_game().code(), "busy");
    socket.send({{"type", "unsubscribe"}, {"channel", "game:" + games[2]}});
    socket.send({{"type", "ping"}});
    socket.wait_for("type", "pong");
    create();
    EXPECT_EQ(in_memory(), 4u);
}

TEST_F(LiveGamesTest, AGameOnDiskKeepsTheTimeOfItsMove) {
    const std::string game = id(create({{"time_control", "move=1h"}}));
    const Json before = look(game);
    for (int i = 0; i < 4; ++i) create();
    EXPECT_LT(look(game)["clocks"]["x"], before["clocks"]["x"]);
}

TEST_F(LiveGamesTest, TheClockOfAGameOnDiskRunsOut) {
    create({{"time_control", "move=300ms"}});
    for (int i = 0; i < 4; ++i) create();
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    Json kept;
    do kept = server_.http().get("/api/games?state=kept").json();
    while (kept["games"].empty() && std::chrono::steady_clock::now() < deadline);
    ASSERT_EQ(kept["total"], 1);
    EXPECT_EQ(kept["games"][0]["ending"], "move-time");
}

TEST_F(LiveGamesTest, OldGamesAreForgottenWhileTheServerRuns) {
    server_.stop();
    server_.options().settings.forget_after_days = -1;
    server_.options().settings.forget_pause = std::chrono::milliseconds(20);
    server_.start();
    create();
    const auto store = *store::LiveGameStore::open(server_.options().database);
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (!store->running()->empty() && std::chrono::steady_clock::now() < deadline) {
        std::this_thread::yield();
    }
    EXPECT_TRUE(store->running()->empty());
}

TEST_F(LiveGamesTest, ARematchThatIsNotOnDiskIsNotAnnounced) {
    // As if the disk had been full for this row alone: there is one rematch already, and may be no
    // second one.
    const auto database = *store::open_games(server_.options().database,
                                             store::Database::Mode::kWrite, store::StoreSettings());
    ASSERT_TRUE(database->execute(
        "CREATE UNIQUE INDEX one_rematch ON live_games (length(state) > 0) "
        "WHERE instr(state, '\"previous\":\"\"') = 0; "
        "INSERT INTO live_games (id, state, ended, changed) VALUES ('first', '{}', 1, '2026')"));
    HttpForTest http = server_.http();
    for (int i = 0; i < 20; ++i) {
        const Json made = create({{"o", {{"kind", "bot"}, {"bot", "first"}}}});
        const std::string path = "/api/games/" + id(made);
        const Json token = {{"token", made["tokens"]["x"]}};
        EXPECT_EQ(http.post(path + "/resign", token).status, 200);
        EXPECT_EQ(http.post(path + "/rematch", token).status, 500);
        EXPECT_EQ(look(id(made))["next"], nullptr);
    }
}

/// The subscription waits for the disk; the message that takes it back does not.
TEST_F(LiveGamesTest, WhoUnsubscribesEarlyDoesNotListen) {
    std::vector<std::string> games;
    for (int i = 0; i < 20; ++i) games.push_back(id(create()));
    WebSocketForTest socket = watch({}, "192.0.2.1");
    for (const std::string& game : games) {
        const Json channel = "game:" + game;
        const Json subscribe = {{"type", "subscribe"}, {"channel", channel}};
        const Json unsubscribe = {{"type", "unsubscribe"}, {"channel", channel}};
        socket.socket().write(WebSocketForTest::frame(subscribe.dump()) +
                              WebSocketForTest::frame(unsubscribe.dump()));
        // The same connection's next message, and the disk's next question.
        socket.send({{"type", "call"}, {"method", "GET"}, {"path", "/api/games/" + game}});
        EXPECT_EQ(socket.wait_for("type", "reply")["body"]["spectators"], 0);
    }
}

TEST_F(LiveGamesTest, AClientHasAShare) {
    start_behind_proxy();
    std::vector<std::string> others, own;
    for (int i = 0; i < 2; ++i) others.push_back(id(create({}, "192.0.2.2")));
    for (int i = 0; i < 10; ++i) own.push_back(id(create()));
    EXPECT_EQ(in_memory(), 4u);
    const Json live = server_.http().get("/api/games?state=live").json()["games"];
    for (const std::string& game : others) {
        EXPECT_TRUE(std::ranges::any_of(live, [&](const Json& one) { return one["id"] == game; }));
    }
    // Those that it has loaded count as well.
    const WebSocketForTest socket = watch({own[0], own[1]}, "192.0.2.1");
    EXPECT_EQ(in_memory(), 4u);
    EXPECT_EQ(ask_for_game().code(), "too-many");
    EXPECT_EQ(ask_for_game({}, "192.0.2.2").status, 201);
}

TEST_F(LiveGamesTest, AWrongTokenDoesNotMoveABotIntoTheStrangersLine) {
    start_behind_proxy();
    const Json game = create(kAgainstBot, "192.0.2.2");
    start_behind_proxy();
    EXPECT_EQ(move(game, "guess", "192.0.2.1").code(), "wrong-token");
    EXPECT_TRUE(bot_answers(game, "192.0.2.2", "192.0.2.1"));
}

TEST_F(LiveGamesTest, ALookDoesNotMoveABotIntoTheStrangersLine) {
    start_behind_proxy();
    const Json game = create(kAgainstBot, "192.0.2.2");
    for (int i = 0; i < 2; ++i) create({}, "192.0.2.2");
    EXPECT_EQ(in_memory(), 2u);
    EXPECT_EQ(server_.http().get("/api/games/" + id(game), from("192.0.2.1")).status, 200);
    EXPECT_TRUE(bot_answers(game, "192.0.2.2", "192.0.2.1"));
}

}  // namespace

}  // namespace ninefold::server
