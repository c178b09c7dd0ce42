// SPDX-License-Identifier: MIT
// Clients that mean no good, or know no better: each is refused, and nobody else is disturbed.
#include <algorithm>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "server/server_for_test.h"

namespace ninefold::server {

namespace {

using std::chrono::milliseconds;

const Json kBothHuman = {{"x", {{"kind", "human"}}}, {"o", {{"kind", "human"}}}};

Settings impatient() {
    Settings settings;
    settings.request_time = milliseconds(3000);
    settings.most_connections = 12;
    settings.most_queued = 40;
    settings.most_queued_bytes = 64 * 1024;
    settings.messages_per_second = 30;
    return settings;
}

class HostileTest : public testing::Test {
protected:
    /// After every attack somebody else can still play.
    ~HostileTest() override {
        HttpForTest http = server_.http();
        EXPECT_EQ(http.post("/api/games", kBothHuman).status, 201);
    }

    /// The answer to bytes sent as they are.
    AnswerForTest raw(const std::string& bytes) {
        HttpForTest http = server_.http();
        http.socket().write(bytes);
        return http.read();
    }
    std::string host() const {
        return "Host: 127.0.0.1:" + std::to_string(server_.port()) + "\r\n";
    }

    ServerForTest server_{impatient()};
};

TEST_F(HostileTest, BodiesThatAreNoJson) {
    HttpForTest http = server_.http();
    for (const std::string body :
         {"{", "[]", "7", "null", "\"x\"", "{\"x\":}", "\xff\xfe", "{}{}"}) {
        const AnswerForTest answer = http.ask("POST", "/api/games", body);
        EXPECT_EQ(answer.status, 400) << body;
        EXPECT_EQ(answer.code(), "bad-json") << body;
    }
    EXPECT_EQ(http.ask("POST", "/api/games", std::string(30'000, '[')).code(), "bad-json");
    std::string deep;
    for (int i = 0; i < 5'000; ++i) deep += "{\"x\":";
    EXPECT_EQ(http.ask("POST", "/api/games", deep).code(), "bad-json");
    EXPECT_EQ(http.ask("POST", "/api/games", "{}", {{"Content-Type", "text/plain"}}).code(),
              "bad-type");
    EXPECT_EQ(http.ask("PATCH", "/api/games", "{}").code(), "bad-method");
}

TEST_F(HostileTest, WrongTypesEverywhere) {
    HttpForTest http = server_.http();
    for (const char* value : {"1", "[]", "{}", "true", "null", "1e999", "-1", "\"\""}) {
        for (const char* member :
             {"x", "o", "rules", "time_control", "moves", "position", "pace_ms", "listed"}) {
            const std::string body = std::string("{\"") + member + "\":" + value + "}";
            EXPECT_EQ(http.ask("POST", "/api/games", body).status, 400) << body;
        }
        const std::string body = std::string("{\"token\":") + value + ",\"move\":" + value + "}";
        EXPECT_GE(http.ask("POST", "/api/games/abc/move", body).status, 400) << body;
    }
}

TEST_F(HostileTest, ThingsThatAreTooLarge) {
    EXPECT_EQ(raw("POST /api/games HTTP/1.1\r\n" + host() +
                  "Content-Type: application/json\r\nContent-Length: 70000\r\n\r\n")
                  .status,
              413);
    EXPECT_EQ(
        raw("GET / HTTP/1.1\r\n" + host() + "X: " + std::string(20'000, 'a') + "\r\n\r\n").status,
        431);
    EXPECT_GE(raw("GET /" + std::string(20'000, 'a') + " HTTP/1.1\r\n" + host() + "\r\n").status,
              400);
}

TEST_F(HostileTest, BytesThatAreNoHttp) {
    EXPECT_EQ(raw("hello\r\n\r\n").status, 400);
    EXPECT_EQ(raw(std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 15)).status,
              400);
    EXPECT_EQ(raw("GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n").status, 400);
    EXPECT_EQ(raw("GET / HTTP/1.1\r\n" + host() + "Content-Length: 1\r\nContent-Length: 2\r\n\r\nx")
                  .status,
              400);
}

TEST_F(HostileTest, PathsThatClimb) {
    for (const std::string path :
         {"/../../etc/passwd", "/..%2f..%2fetc/passwd", "/%2e%2e/etc/passwd", "/assets/../../x",
          "/..\\..\\x", "//etc/passwd.txt", "/api/../../etc/passwd",
          "/api/games/../../../etc/passwd", "/api/games/..%2f..%2fetc%2fpasswd/record"}) {
        const AnswerForTest answer = server_.http().get(path);
        EXPECT_EQ(answer.status, 404) << path;
        EXPECT_EQ(answer.body.find("root:"), std::string::npos);
    }
}

TEST_F(HostileTest, OtherSites) {
    HttpForTest http = server_.http();
    const std::string own = "127.0.0.1:" + std::to_string(server_.port());
    EXPECT_EQ(http.get("/", {{"Host", "evil.example"}}).code(), "bad-host");
    EXPECT_EQ(http.get("/api/version", {{"Host", "evil.example:" + std::to_string(server_.port())}})
                  .code(),
              "bad-host");
    EXPECT_EQ(http.get("/api/version", {{"Host", "127.0.0.1:1"}}).code(), "bad-host");
    EXPECT_EQ(
        http.get("/api/version", {{"Host", "LOCALHOST:" + std::to_string(server_.port())}}).status,
        200);
    EXPECT_EQ(http.post("/api/games", kBothHuman, {{"Origin", "http://evil.example"}}).code(),
              "bad-origin");
    EXPECT_EQ(http.post("/api/games", kBothHuman, {{"Origin", "null"}}).code(), "bad-origin");
    EXPECT_EQ(http.post("/api/games", kBothHuman, {{"Origin", "http://127.0.0.1:1"}}).code(),
              "bad-origin");
    EXPECT_EQ(http.post("/api/games", kBothHuman, {{"Origin", "http://" + own}}).status, 201);
    EXPECT_EQ(WebSocketForTest(server_.port(), {{"Origin", "http://evil.example"}}).status(), 403);
    EXPECT_EQ(WebSocketForTest(server_.port(), {{"Host", "evil.example"}}).status(), 403);
    EXPECT_EQ(WebSocketForTest(server_.port(), {{"Origin", "http://" + own}}).status(), 101);
    EXPECT_EQ(raw("GET / HTTP/1.1\r\n\r\n").code(), "bad-host");
    EXPECT_EQ(raw("GET / HTTP/1.1\r\n" + host() + "Host: evil.example\r\n\r\n").status, 400);
}

TEST_F(HostileTest, NamesThatAreScriptsStayText) {
    HttpForTest http = server_.http();
    Json body = kBothHuman;
    body["x"]["name"] = "<script>alert(1)</script>";
    const AnswerForTest made = http.post("/api/games", body);
    EXPECT_EQ(made.status, 201);
    EXPECT_TRUE(made.has_header("Content-Type: application/json"));
    EXPECT_TRUE(made.has_header("nosniff"));
    for (const char* name : {"a\x01", "a\x7f", "a\u202e", "a\u200b", "a\u2028", "a\tb", "\u0085"}) {
        body["x"]["name"] = name;
        EXPECT_EQ(http.post("/api/games", body).code(), "bad-request");
    }
    body["x"]["name"] = "Zoë 王";
    EXPECT_EQ(http.post("/api/games", body).status, 201);
}

TEST_F(HostileTest, WhoeverSendsSlowlyIsCutOff) {
    SocketForTest slow(server_.port());
    slow.write("GET / HTTP/1.1\r\nX: ");
    SocketForTest dripping(server_.port());
    std::jthread drip([&](const std::stop_token& stop) {
        dripping.write("GET / HTTP/1.1\r\nX: ");
        while (!stop.stop_requested() && dripping.write("a")) {
            std::this_thread::sleep_for(milliseconds(50));
        }
    });
    SocketForTest silent(server_.port());
    EXPECT_TRUE(slow.is_closed_within(std::chrono::seconds(10)));
    EXPECT_TRUE(silent.is_closed_within(std::chrono::seconds(10)));
    EXPECT_TRUE(dripping.is_closed_within(std::chrono::seconds(10)));
}

TEST_F(HostileTest, FramesThatAreTooLargeOrNoFrames) {
    WebSocketForTest large = server_.web_socket();
    large.socket().write(WebSocketForTest::frame(std::string(70'000, 'a')));
    EXPECT_TRUE(large.socket().is_closed_within(std::chrono::seconds(10)));
    WebSocketForTest boasting = server_.web_socket();
    boasting.socket().write(std::string("\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\0\0\0\0", 14));
    EXPECT_TRUE(boasting.socket().is_closed_within(std::chrono::seconds(10)));
    WebSocketForTest unmasked = server_.web_socket();
    unmasked.socket().write("\x81\x02{}");
    EXPECT_TRUE(unmasked.socket().is_closed_within(std::chrono::seconds(10)));
    WebSocketForTest pieces = server_.web_socket();
    for (int i = 0; i < 50; ++i) {
        pieces.socket().write(
            WebSocketForTest::frame(std::string(2'000, 'a'), i == 0 ? 0x01 : 0x00));
    }
    EXPECT_TRUE(pieces.socket().is_closed_within(std::chrono::seconds(10)));
}

TEST_F(HostileTest, MessagesThatMeanNothing) {
    WebSocketForTest socket = server_.web_socket();
    EXPECT_EQ(socket.receive()["type"], "hello");
    const auto code = [&](const std::string& text) {
        socket.send_text(text);
        return socket.wait_for("type", "error")["code"];
    };
    EXPECT_EQ(code("{"), "bad-json");
    EXPECT_EQ(code("[]"), "bad-json");
    EXPECT_EQ(code("{}"), "bad-request");
    EXPECT_EQ(code(R"({"type":"dance"})"), "bad-request");
    EXPECT_EQ(code(R"({"type":"subscribe"})"), "bad-request");
    EXPECT_EQ(code(R"({"type":"subscribe","channel":"x:1"})"), "bad-request");
    EXPECT_EQ(code(R"({"type":"subscribe","channel":"match:-1"})"), "bad-request");
    EXPECT_EQ(code(R"({"type":"subscribe","channel":"match:77"})"), "not-found");
    EXPECT_EQ(code(R"({"type":"subscribe","channel":"game:nosuch"})"), "not-found");
    EXPECT_EQ(code(R"({"type":"subscribe","channel":"lobby","after":-1})"), "bad-request");
    EXPECT_EQ(code(R"({"type":"call"})"), "bad-request");
    EXPECT_EQ(code(R"({"type":"analyse","position":"x"})"), "bad-request");
    socket.send({{"type", "call"}, {"id", 1}, {"path", "/etc/passwd"}});
    EXPECT_EQ(socket.wait_for("type", "reply")["status"], 404);
    socket.send({{"type", "call"}, {"id", 1}, {"path", "/api/games"}, {"body", 7}});
    EXPECT_EQ(socket.wait_for("type", "reply")["status"], 400);
}

/// Each connection may keep many of them.
TEST_F(HostileTest, NamesOfChannelsThatFillTheMemory) {
    WebSocketForTest socket = server_.web_socket();
    for (const std::string& channel :
         {"game:" + std::string(60'000, 'a'), "match:" + std::string(60'000, '0') + "1"}) {
        socket.send({{"type", "subscribe"}, {"channel", channel}});
        EXPECT_EQ(socket.wait_for("type", "error")["code"], "bad-request");
    }
}

TEST_F(HostileTest, SomebodyElsesGame) {
    HttpForTest http = server_.http();
    const Json made = http.post("/api/games", kBothHuman).json();
    const std::string id = made["game"]["id"];
    WebSocketForTest socket = server_.web_socket();
    socket.send({{"type", "subscribe"}, {"channel", "game:" + id}, {"token", "guess"}});
    EXPECT_EQ(socket.wait_for("type", "error")["code"], "wrong-token");
    for (const char* action : {"move", "undo", "resign", "rematch", "hint"}) {
        const Json body = {{"token", "guess"}, {"move", "44"}};
        EXPECT_EQ(http.post("/api/games/" + id + "/" + action, body).code(), "wrong-token");
    }
    // Nothing that everybody sees has a secret in it.
    const std::string seen = http.get("/api/games/" + id).body;
    EXPECT_EQ(seen.find(made["tokens"]["x"].get<std::string>()), std::string::npos);
    EXPECT_EQ(seen.find("token"), std::string::npos);
    EXPECT_EQ(seen.find("secret"), std::string::npos);
}

TEST_F(HostileTest, WhoeverTalksTooMuchIsCutOff) {
    WebSocketForTest socket = server_.web_socket();
    for (int i = 0; i < 400; ++i) {
        if (!socket.send({{"type", "ping"}})) break;
    }
    EXPECT_TRUE(socket.socket().is_closed_within(std::chrono::seconds(10)));
}

TEST_F(HostileTest, WhoeverPingsTooMuchIsCutOff) {
    WebSocketForTest socket = server_.web_socket();
    for (int i = 0; i < 400; ++i) {
        if (!socket.socket().write(WebSocketForTest::frame("ping", 0x89))) break;
    }
    EXPECT_TRUE(socket.socket().is_closed_within(std::chrono::seconds(10)));
}

TEST_F(HostileTest, WhoeverDoesNotReadIsCutOffAndOthersAreNotHeldUp) {
    HttpForTest http = server_.http();
    const Json made = http.post("/api/games", {{"x", {{"kind", "bot"}, {"bot", "random"}}},
                                               {"o", {{"kind", "bot"}, {"bot", "random"}}},
                                               {"pace_ms", 0}})
                          .json();
    // The answers to its own questions are enough to fill every buffer on the way.
    WebSocketForTest deaf(server_.port(), {}, 2048);
    const std::string path = "/api/games/" + std::string(made["game"]["id"]);
    bool cut_off = false;
    for (int i = 0; i < 20'000 && !cut_off; ++i) {
        cut_off = !deaf.send({{"type", "call"}, {"id", i}, {"method", "GET"}, {"path", path}});
        if (i % 25 == 24) std::this_thread::sleep_for(milliseconds(1));
    }
    EXPECT_TRUE(cut_off || deaf.socket().is_closed_within(std::chrono::seconds(10)));
    EXPECT_EQ(server_.http().get("/api/version").status, 200);
}

TEST_F(HostileTest, WhoeverOnlyHoldsTheDoorGivesWay) {
    std::vector<SocketForTest> crowd;
    int answered = 0;
    // Many times more than there may be, each with the beginning of a request.
    for (int i = 0; i < 100; ++i) {
        crowd.emplace_back(server_.port());
        crowd.back().write("GET / HTTP/1.1\r\nHost: ");
        if (i % 10 != 9) continue;
        // The last of them may still be on its way out.
        for (int tries = 0; tries < 100; ++tries) {
            if (server_.http().get("/api/version").status != 200) continue;
            ++answered;
            break;
        }
    }
    EXPECT_EQ(answered, 10);
    EXPECT_TRUE(crowd.front().is_closed_within(std::chrono::seconds(10)));
}

TEST_F(HostileTest, ManyConnections) {
    {
        // These have asked for something, and are not sent away for others.
        std::vector<WebSocketForTest> crowd;
        crowd.reserve(12);
        for (int i = 0; i < 12; ++i) crowd.push_back(server_.web_socket());
        HttpForTest late = server_.http();
        const AnswerForTest answer = late.read();
        EXPECT_EQ(answer.status, 503);
        EXPECT_EQ(answer.code(), "busy");
        EXPECT_TRUE(late.socket().is_closed_within(std::chrono::seconds(10)));
        crowd.front().send({{"type", "ping"}});
        EXPECT_EQ(crowd.front().wait_for("type", "pong")["type"], "pong");
    }
    // Once they are gone there is room again; the last of them may still be on its way out.
    for (int i = 0; i < 100; ++i) {
        HttpForTest http = server_.http();
        if (http.get("/api/version").status == 200) return;
    }
    ADD_FAILURE() << "no room after the crowd had left";
}

TEST_F(HostileTest, TooManyChannelsAndGames) {
    Settings settings;
    settings.most_channels = 3;
    settings.new_games_per_minute_here = 5;
    ServerForTest server(settings);
    HttpForTest http = server.http();
    for (int i = 0; i < 5; ++i) EXPECT_EQ(http.post("/api/games", kBothHuman).status, 201);
    EXPECT_EQ(http.post("/api/games", kBothHuman).code(), "too-many");
    WebSocketForTest socket = server.web_socket();
    for (int i = 0; i < 4; ++i)
        socket.send({{"type", "subscribe"}, {"channel", "match:" + std::to_string(i + 1)}});
    EXPECT_EQ(socket.wait_for("code", "too-many")["channel"], "match:4");
}

TEST(PictureTest, HoldsUpNobodyElse) {
    Settings settings;
    settings.io_threads = 1;
    ServerForTest server(settings);
    constexpr int kPictures = 20;
    const std::string request =
        fmt::format("GET /api/picture?moves=44 HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n",
                    server.port());
    std::vector<HttpForTest> askers;
    for (int i = 0; i < kPictures; ++i) askers.push_back(server.http());
    HttpForTest other = server.http();
    for (HttpForTest& asker : askers) asker.socket().write(request);
    EXPECT_EQ(other.get("/api/version").status, 200);
    const auto is_answered = [](HttpForTest& asker) { return asker.socket().has_input(); };
    EXPECT_LT(std::ranges::count_if(askers, is_answered), kPictures / 2);
    for (HttpForTest& asker : askers) EXPECT_EQ(asker.read().status, 200);
}

}  // namespace

}  // namespace ninefold::server
