// SPDX-License-Identifier: MIT
// Whom a server lets in, and who is its organiser.
#include "server/server.h"

#include <gtest/gtest.h>

#include "server/server_for_test.h"

namespace ninefold::server {

namespace {

TEST(ServerTest, OnlyWhoHasTheTokenIsTheOrganiser) {
    ServerForTest server;
    server.stop();
    server.options().admin_token = "letmein";
    server.start();
    HttpForTest http = server.http();
    const Json match = {{"a", "random"}, {"b", "first"}, {"games", 1}, {"time_control", "none"}};
    EXPECT_EQ(http.get("/api/version").json()["organiser"], false);
    EXPECT_EQ(http.post("/api/matches", match).code(), "not-organiser");
    EXPECT_EQ(http.post("/api/tournaments", match).code(), "not-organiser");
    EXPECT_EQ(http.post("/api/matches/1/stop", match).code(), "not-organiser");
    EXPECT_EQ(http.post("/api/matches", match, {{"Authorization", "Bearer letmeout"}}).code(),
              "not-organiser");
    EXPECT_EQ(http.post("/api/matches", match, {{"Authorization", "Bearer letmein"}}).status, 201);
}

TEST(ServerTest, BehindAProxyNobodyIsTheOrganiserWithoutAToken) {
    ServerForTest server;
    server.stop();
    server.options().names = {"ninefold.example"};
    server.start();
    HttpForTest http = server.http();
    const Headers outside = {{"Host", "ninefold.example"}, {"Origin", "https://ninefold.example"}};
    EXPECT_EQ(http.get("/api/version", outside).json()["organiser"], false);
    EXPECT_EQ(http.get("/api/version").json()["organiser"], false);
    EXPECT_EQ(http.get("/api/version", {{"Host", "other.example"}}).code(), "bad-host");
    const Json bots = {{"x", {{"kind", "human"}}}, {"o", {{"kind", "human"}}}};
    EXPECT_EQ(http.post("/api/games", bots, outside).status, 201);
    EXPECT_EQ(server.server().admin_token().size(), 26u);
}

TEST(ServerTest, ItsNameMayBeWrittenInCapitals) {
    ServerForTest server;
    server.stop();
    server.options().names = {"Ninefold.Example"};
    server.start();
    EXPECT_EQ(server.http().get("/api/version", {{"Host", "ninefold.example"}}).status, 200);
    EXPECT_EQ(server.http().get("/api/version", {{"Host", "NINEFOLD.example"}}).status, 200);
    server.stop();
    server.options().names = {"https://ninefold.example/"};
    const auto started = Server::start(server.options());
    ASSERT_FALSE(started);
    EXPECT_EQ(started.error().message.find("--name: 'https://ninefold.example/' is no host name"),
              0u)
        << started.error().message;
}

/// One that was put before a server that knows nothing of it.
TEST(ServerTest, WhoComesThroughAProxyIsNotTheOrganiser) {
    const ServerForTest server;
    HttpForTest http = server.http();
    EXPECT_EQ(http.get("/api/version").json()["organiser"], true);
    for (const char* header : {"X-Forwarded-For", "Forwarded", "Via", "X-Real-IP"}) {
        const Headers forwarded = {{header, "192.0.2.7"}};
        EXPECT_EQ(http.get("/api/version", forwarded).json()["organiser"], false) << header;
        EXPECT_EQ(http.post("/api/matches", {{"a", "random"}, {"b", "first"}}, forwarded).code(),
                  "not-organiser");
        WebSocketForTest socket(server.port(), forwarded);
        socket.send({{"type", "call"}, {"method", "GET"}, {"path", "/api/version"}});
        EXPECT_EQ(socket.wait_for("type", "reply")["body"]["organiser"], false) << header;
    }
}

TEST(ServerTest, APublicAddressNeedsAnExplicitWord) {
    ServerForTest server;
    server.stop();
    server.options().address = "0.0.0.0";
    EXPECT_FALSE(Server::start(server.options()));
    server.options().is_public = true;
    server.start();
    EXPECT_EQ(server.server().admin_token().size(), 26u);
    EXPECT_EQ(server.http().get("/api/version").json()["organiser"], false);
}

}  // namespace

}  // namespace ninefold::server
