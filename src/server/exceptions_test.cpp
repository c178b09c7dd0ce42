// SPDX-License-Identifier: MIT
// What throws on the server's threads: the client is answered, and the server serves on.
#include <filesystem>

#include <gtest/gtest.h>

#include "search/taken_tables_for_test.h"
#include "server/server_for_test.h"

namespace ninefold::server {

namespace {

class ExceptionsTest : public testing::Test {
protected:
    /// Whoever comes later is served by all threads.
    ~ExceptionsTest() override {
        HttpForTest http = server_.http();
        EXPECT_EQ(http.post("/api/analyse", {{"time_ms", 10}}).status, 200);
        EXPECT_EQ(http.get("/api/matches").status, 200);
        const Json game = http.post("/api/games", {{"x", kHuman}, {"o", kEngine}}).json();
        EXPECT_EQ(ending(game), "") << game;
    }
    /// Of a game in which the bot has to answer the first move; empty where it has answered.
    std::string ending(const Json& made) {
        const std::string id = made["game"]["id"];
        WebSocketForTest watch = server_.web_socket();
        watch.send({{"type", "subscribe"}, {"channel", "game:" + id}});
        watch.wait_for("type", "snapshot");
        server_.http().post("/api/games/" + id + "/move",
                            {{"token", made["tokens"]["x"]}, {"move", "e5"}});
        for (;;) {
            const Json event = watch.receive();
            if (event.is_discarded()) return "nothing came";
            if (event.value("event", "") == "ended") return event["ending"];
            if (event.value("event", "") == "move" && event["side"] == "o") return "";
        }
    }

    const Json kEngine = {{"kind", "bot"}, {"bot", "engine:level=3"}};
    ServerForTest server_;
};

TEST_F(ExceptionsTest, TablesLargerThanTheMemory) {
    const search::TakenTables taken;
    HttpForTest http = server_.http();
    const auto message = [](const AnswerForTest& answer) {
        return answer.json()["error"]["message"].get<std::string>();
    };
    const AnswerForTest match =
        http.post("/api/matches", {{"a", "engine:hash=128"}, {"b", "first"}});
    EXPECT_EQ(match.status, 500);
    EXPECT_NE(message(match).find("tables would take"), std::string::npos) << message(match);
    const AnswerForTest analysis = http.post("/api/analyse", {{"time_ms", 10}});
    EXPECT_EQ(analysis.status, 500);
    EXPECT_NE(message(analysis).find("tables would take"), std::string::npos);
    WebSocketForTest socket = server_.web_socket();
    socket.send({{"type", "analyse"}, {"id", 1}, {"time_ms", 10}});
    EXPECT_EQ(socket.wait_for("type", "error")["code"], "internal");
    EXPECT_EQ(ending(http.post("/api/games", {{"x", kHuman}, {"o", kEngine}}).json()),
              "start-failed");
}

/// On the threads of connections, and on the archive's.
TEST_F(ExceptionsTest, TheCurrentFolderIsGone) {
    const auto before = std::filesystem::current_path();
    std::filesystem::create_directory(server_.place() / "gone");
    std::filesystem::current_path(server_.place() / "gone");
    std::filesystem::remove(server_.place() / "gone");
    HttpForTest http = server_.http();
    const Json program = {{"kind", "bot"}, {"bot", "./bot.py"}};
    const Json game = {{"x", kHuman}, {"o", program}};
    EXPECT_EQ(http.post("/api/games", game).status, 500);
    EXPECT_EQ(
        http.post("/api/tournaments", {{"event", "cup"}, {"bots", {"./a.py", "first"}}}).status,
        500);
    WebSocketForTest socket = server_.web_socket();
    socket.send(
        {{"type", "call"}, {"id", 1}, {"method", "POST"}, {"path", "/api/games"}, {"body", game}});
    EXPECT_EQ(socket.wait_for("type", "reply")["status"], 500);
    std::filesystem::current_path(before);
}

}  // namespace

}  // namespace ninefold::server
