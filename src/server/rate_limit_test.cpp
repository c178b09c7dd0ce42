// SPDX-License-Identifier: MIT
// What strangers can make costly is limited, whichever way they ask.
#include "server/rate_limit.h"

#include <gtest/gtest.h>

#include "server/api.h"
#include "server/server_for_test.h"

namespace ninefold::server {

namespace {

const Json kBothBots = {{"x", {{"kind", "bot"}, {"bot", "first"}}},
                        {"o", {{"kind", "human"}}},
                        {"time_control", "none"}};

Settings few(double games, double analyses) {
    Settings settings;
    settings.new_games_per_minute_here = settings.new_games_per_minute = games;
    settings.analyses_per_minute_here = settings.analyses_per_minute = analyses;
    return settings;
}

TEST(RateLimiterTest, KindsAndAddressesHaveTheirOwn) {
    RateLimiter limiter(few(2, 1));
    using Kind = RateLimiter::Kind;
    EXPECT_TRUE(limiter.take(Kind::kNewGame, "a"));
    EXPECT_TRUE(limiter.take(Kind::kNewGame, "a"));
    const auto refused = limiter.take(Kind::kNewGame, "a");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().status, 429);
    EXPECT_FALSE(limiter.has(Kind::kNewGame, "a"));
    EXPECT_TRUE(limiter.has(Kind::kNewGame, "b"));
    EXPECT_TRUE(limiter.take(Kind::kNewGame, "b"));
    EXPECT_TRUE(limiter.take(Kind::kAnalysis, "a"));
    EXPECT_FALSE(limiter.take(Kind::kAnalysis, "a"));
}

TEST(RateLimitTest, RematchesAreNewGames) {
    ServerForTest server(few(5, 100));
    HttpForTest http = server.http();
    const Json made = http.post("/api/games", kBothBots).json();
    const Json token = {{"token", made["tokens"]["o"]}};
    std::string id = made["game"]["id"];
    int games = 1;
    for (int i = 0; i < 20; ++i) {
        (void)http.post("/api/games/" + id + "/resign", token);
        const AnswerForTest again = http.post("/api/games/" + id + "/rematch", token);
        if (again.status == 429) break;
        ASSERT_EQ(again.status, 200) << again.body;
        id = again.json()["game"]["next"];
        ++games;
    }
    EXPECT_EQ(games, 5);
    EXPECT_EQ(http.post("/api/games", kBothBots).code(), "too-many");
}

TEST(RateLimitTest, AnalysesAreCountedWhicheverWayTheyAreAskedFor) {
    ServerForTest server(few(100, 3));
    HttpForTest http = server.http();
    const Json wanted = {{"time_ms", 10}};
    EXPECT_EQ(http.post("/api/analyse", wanted).status, 200);
    WebSocketForTest socket = server.web_socket();
    socket.send({{"type", "analyse"}, {"time_ms", 10}});
    EXPECT_EQ(socket.wait_for("type", "analysis")["type"], "analysis");
    socket.send({{"type", "call"}, {"id", 1}, {"path", "/api/analyse"}, {"body", wanted}});
    EXPECT_EQ(socket.wait_for("type", "reply")["status"], 200);
    socket.send({{"type", "analyse"}, {"time_ms", 10}});
    EXPECT_EQ(socket.wait_for("type", "error")["code"], "too-many");
    EXPECT_EQ(http.post("/api/analyse", wanted).code(), "too-many");
}

TEST(RateLimitTest, AddressesBehindATrustedProxyAreTold) {
    ServerForTest server(few(2, 100));
    const auto make = [&](const char* forwarded) {
        return server.http().post("/api/games", kBothBots, {{"X-Forwarded-For", forwarded}}).status;
    };
    // Nobody is believed who is not trusted.
    EXPECT_EQ(make("192.0.2.1"), 201);
    EXPECT_EQ(make("192.0.2.2"), 201);
    EXPECT_EQ(make("192.0.2.3"), 429);
    server.stop();
    server.options().trusted_proxies = {"127.0.0.1"};
    server.start();
    for (const char* client : {"192.0.2.1", "192.0.2.2"}) {
        EXPECT_EQ(make(client), 201);
        EXPECT_EQ(make(client), 201);
        EXPECT_EQ(make(client), 429);
    }
    EXPECT_EQ(make("192.0.2.99, 192.0.2.1"), 429);
    EXPECT_EQ(make("192.0.2.1, 192.0.2.3"), 201);
    server.stop();
    server.options().trusted_proxies = {"the proxy"};
    EXPECT_FALSE(Server::start(server.options()));
}

TEST(RateLimitTest, WebSocketsBehindATrustedProxyAreCountedForEachClient) {
    Settings settings;
    settings.most_connections_of_one = 3;
    ServerForTest server(settings);
    server.stop();
    server.options().trusted_proxies = {"127.0.0.1"};
    server.start();
    const auto connect = [&](const char* client) {
        return WebSocketForTest(server.port(), {{"X-Forwarded-For", client}});
    };
    std::vector<WebSocketForTest> sockets;
    for (int i = 0; i < 3; ++i) {
        sockets.push_back(connect("192.0.2.1"));
        EXPECT_EQ(sockets.back().status(), 101);
    }
    EXPECT_EQ(connect("192.0.2.1").status(), 429);
    EXPECT_EQ(connect("192.0.2.2").status(), 101);
    sockets.clear();
    // The server may still be about to notice.
    int status = 0;
    for (int i = 0; i < 1000 && status != 101; ++i) status = connect("192.0.2.1").status();
    EXPECT_EQ(status, 101);
}

TEST(RateLimitTest, GuessesOfTheTokenRunOut) {
    ServerForTest server;
    server.stop();
    server.options().admin_token = "right";
    server.start();
    const auto is_organiser = [&](const std::string& token) {
        const Headers headers = {{"Authorization", "Bearer " + token}};
        return server.http().get("/api/version", headers).json()["organiser"].get<bool>();
    };
    for (int i = 0; i < 9; ++i) {
        EXPECT_FALSE(is_organiser("wrong"));
        EXPECT_TRUE(is_organiser("right")) << "the right one costs nothing";
    }
    EXPECT_FALSE(is_organiser("wrong"));
    // From now on nobody at this address is told whether a token is right, over WebSockets neither.
    EXPECT_FALSE(is_organiser("right"));
    WebSocketForTest socket = server.web_socket();
    socket.send(
        {{"type", "call"}, {"method", "GET"}, {"path", "/api/version"}, {"admin", "right"}});
    EXPECT_EQ(socket.wait_for("type", "reply")["body"]["organiser"], false);
    EXPECT_EQ(server.http().get("/api/version").status, 200);
}

/// Sends a request without waiting for its answer.
SocketForTest ask(const ServerForTest& server, std::string_view path, const Json& request) {
    const std::string body = request.dump();
    SocketForTest socket(server.port());
    socket.write(fmt::format("POST {} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: "
                             "application/json\r\nContent-Length: {}\r\n\r\n{}",
                             path, server.port(), body.size(), body));
    return socket;
}

/// Hangs up as soon as the request is on its way.
void ask_and_leave(const ServerForTest& server, std::string_view path, const Json& request) {
    (void)ask(server, path, request);
}

TEST(RateLimitTest, NobodyWaitsForAnalysesOfThoseWhoLeft) {
    ServerForTest server;
    for (const char* path : {"/api/analyse", "/api//analyse", "/api/%61nalyse"}) {
        for (int i = 0; i < 4; ++i) ask_and_leave(server, path, {{"time_ms", 10000}});
    }
    {
        WebSocketForTest socket = server.web_socket();
        socket.send({{"type", "call"}, {"path", "/api/analyse"}, {"body", {{"time_ms", 10000}}}});
        socket.send({{"type", "ping"}});
        (void)socket.wait_for("type", "pong");
    }
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_EQ(server.http().post("/api/analyse", {{"time_ms", 10}}).status, 200);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30));
}

/// The beginning of a next request hides the end of the connection.
TEST(RateLimitTest, NobodyWaitsForAnalysesOfThoseWhoSentMoreAndLeft) {
    ServerForTest server;
    for (int i = 0; i < 12; ++i) {
        const SocketForTest socket = ask(server, "/api/analyse", {{"time_ms", 10000}});
        // Meanwhile the server has read it.
        for (int j = 0; j < 20; ++j) EXPECT_EQ(server.http().get("/api/version").status, 200);
        socket.write("G");
        EXPECT_EQ(server.http().get("/api/version").status, 200);
    }
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_EQ(server.http().post("/api/analyse", {{"time_ms", 10}}).status, 200);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30));
}

TEST(RateLimitTest, NobodyWaitsForHintsOfThoseWhoLeft) {
    Settings settings;
    settings.bot_threads = 1;
    ServerForTest server(settings);
    const Json engine = {{"kind", "bot"}, {"bot", "engine:level=1"}};
    const Json game = server.http().post("/api/games", {{"x", kHuman}, {"o", engine}}).json();
    const std::string path =
        fmt::format("/api/games/{}/hint", game["game"]["id"].get<std::string>());
    const Json request = {{"token", game["tokens"]["x"]}};
    for (int i = 0; i < 60; ++i) ask_and_leave(server, path, request);
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_EQ(server.http().post(path, request).status, 200);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

/// Whatever the path's spelling, by what it means.
TEST(RateLimitTest, LongRequestsAreThoseOfLongRoutes) {
    const auto takes_long = [](const char* method, const char* target) {
        return Api::takes_long({.method = method, .target = target});
    };
    for (const char* target : {"/api/analyse", "/api//analyse", "/api/%61nalyse?", "/api/analyse/",
                               "/api/games/abc/hint"}) {
        EXPECT_TRUE(takes_long("POST", target)) << target;
    }
    for (const char* target : {"/api/games?x=Ann", "/api/games/1-2/record", "/api/matches",
                               "/api/tournaments/3", "/api/picture?position=x"}) {
        EXPECT_TRUE(takes_long("GET", target)) << target;
    }
    for (const char* target :
         {"/api/games", "/api/games/abc/move", "/api/matches", "/api/nothing"}) {
        EXPECT_FALSE(takes_long("POST", target)) << target;
    }
}

TEST(RateLimitTest, WhoStaysGetsTheWholeAnalysis) {
    ServerForTest server;
    HttpForTest http = server.http();
    const Json answer = http.post("/api/analyse", {{"time_ms", 300}}).json();
    EXPECT_GE(answer["time"].get<double>(), 0.2) << answer;
    EXPECT_EQ(http.get("/api/version").status, 200) << "the connection goes on";
}

}  // namespace

}  // namespace ninefold::server
