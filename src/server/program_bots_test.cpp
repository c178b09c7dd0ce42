// SPDX-License-Identifier: MIT
#include <sys/stat.h>

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "process/process_supervisor.h"
#include "server/server_for_test.h"

namespace ninefold::server {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// Plays 40, 41, 42, …: how often this process was asked since its game began.
constexpr std::string_view kCounter = R"(#!/bin/sh
asked=0
while read -r word rest; do
    case $word in
    ugi) echo ugiok ;;
    isready) echo readyok ;;
    uginewgame) asked=0 ;;
    go) SLEEP; echo "bestmove 4$asked"; asked=$((asked + 1)) ;;
    quit) exit ;;
    esac
done
)";

class ProgramBotsTest : public testing::Test {
protected:
    void SetUp() override {
        if (!process::ProcessSupervisor().sandbox()) GTEST_SKIP() << "no sandbox here";
    }

    std::string script(std::string_view sleep = ":") {
        std::string text(kCounter);
        text.replace(text.find("SLEEP"), 5, sleep);
        const std::filesystem::path path = server_.place() / "counter.sh";
        std::ofstream(path) << text;
        ::chmod(path.c_str(), 0755);
        return path;
    }
    AnswerForTest create(const std::string& bot, Json body = Json::object()) {
        body["x"] = {{"kind", "human"}, {"name", "Ann"}};
        body["o"] = {{"kind", "bot"}, {"bot", bot}};
        AnswerForTest made = server_.http().post("/api/games", body);
        if (made.status == 201) {
            id_ = made.json()["game"]["id"];
            token_ = made.json()["tokens"]["x"];
        }
        return made;
    }
    /// Plays a move; what the next event of that kind after it says.
    Json play(const char* move, const char* event) {
        WebSocketForTest watch = server_.web_socket();
        watch.send({{"type", "subscribe"}, {"channel", "game:" + id_}});
        watch.wait_for("type", "snapshot");
        const Json body = {{"token", token_}, {"move", move}};
        EXPECT_EQ(server_.http().post("/api/games/" + id_ + "/move", body).status, 200);
        if (std::string_view(event) == "move") watch.wait_for("event", "move");
        return watch.wait_for("event", event);
    }

    ServerForTest server_;
    std::string id_, token_;
};

TEST_F(ProgramBotsTest, OneProcessPlaysAGame) {
    const AnswerForTest made = create(script());
    ASSERT_EQ(made.status, 201) << made.body;
    EXPECT_EQ(made.json()["game"]["o"]["name"], "counter");
    EXPECT_THAT(made.body, Not(HasSubstr(".sh"))) << "its path is nobody's business";
    EXPECT_EQ(play("44", "move")["move"], "40");
    EXPECT_EQ(play("04", "move")["move"], "41");
    EXPECT_EQ(play("14", "move")["move"], "42");
}

TEST_F(ProgramBotsTest, AfterATakenBackMoveItsGameBeginsAnew) {
    ASSERT_EQ(create(script()).status, 201);
    play("44", "move");
    play("04", "move");
    ASSERT_EQ(server_.http().post("/api/games/" + id_ + "/undo", {{"token", token_}}).status, 200);
    const Json ended = play("04", "ended");
    EXPECT_EQ(ended["ending"], "illegal-move") << ended;
    EXPECT_EQ(ended["winner"], "x");
}

TEST_F(ProgramBotsTest, OneThatDoesNotAnswerLoses) {
    ASSERT_EQ(create(script("sleep 30"), {{"bot_time_ms", 100}}).status, 201);
    const Json ended = play("44", "ended");
    EXPECT_EQ(ended["ending"], "move-time") << ended;
    EXPECT_THAT(ended["detail"].get<std::string>(), HasSubstr("the limit was 100 ms"));
}

TEST_F(ProgramBotsTest, TheLogOfOneThatForfeitsIsKept) {
    ASSERT_EQ(create(script("echo there is no block 0 >&2")).status, 201);
    const Json ended = play("00", "ended");
    EXPECT_EQ(ended["ending"], "illegal-move") << ended;
    const std::string kept = ended["kept"];
    EXPECT_EQ(server_.http().get("/api/games/" + kept + "/log").body, "there is no block 0\n");
}

TEST_F(ProgramBotsTest, NobodyLearnsWhereOneThatDoesNotStartLies) {
    const std::filesystem::path bot = script();
    const std::string folder = bot.parent_path();
    ASSERT_EQ(create(bot).status, 201);
    std::filesystem::remove(bot);
    const Json ended = play("44", "ended");
    EXPECT_EQ(ended["ending"], "start-failed") << ended;
    EXPECT_THAT(ended["detail"].get<std::string>(),
                AllOf(HasSubstr("counter.sh"), Not(HasSubstr(folder))));
    const std::string kept = ended["kept"];
    EXPECT_THAT(server_.http().get("/api/games/" + kept + "/log").body, HasSubstr(bot.native()))
        << "the organiser does";
}

/// A tournament waits behind a match; meanwhile a bot of its vanishes.
TEST_F(ProgramBotsTest, NobodyLearnsWhereATournamentsBotLies) {
    HttpForTest http = server_.http();
    const std::filesystem::path bot = script();
    const std::string folder = bot.parent_path();
    const Json match = {{"a", "mcts"}, {"b", "mcts"}, {"games", 100}, {"time_control", "move=1s"}};
    const std::string first = http.post("/api/matches", match).json()["match"]["id"];
    const AnswerForTest made =
        http.post("/api/tournaments",
                  {{"event", "cup"}, {"games", 2}, {"bots", {bot.native(), "first"}}});
    ASSERT_EQ(made.status, 201) << made.body;
    const std::string id = made.json()["tournament"];
    std::filesystem::remove(bot);
    http.post("/api/matches/" + first + "/stop", Json::object());
    Json cup;
    do cup = http.get("/api/matches/" + id).json();
    while (cup["state"] == "waiting" || cup["state"] == "running");
    EXPECT_EQ(cup["state"], "finished") << cup;
    EXPECT_THAT(cup["games"][0]["detail"].get<std::string>(), HasSubstr("counter.sh"));
    for (const std::string& target :
         {"/api/games?match=" + id, "/api/matches/" + id, "/api/tournaments/" + id}) {
        EXPECT_THAT(http.get(target).body, Not(HasSubstr(folder))) << target;
    }
}

TEST_F(ProgramBotsTest, OnlyTheOrganiserSeatsThem) {
    EXPECT_EQ(create("/nowhere/bot.sh").code(), "bad-request");
    const std::string bot = script();
    server_.stop();
    server_.options().admin_token = "a-long-secret-of-the-organiser";
    server_.start();
    EXPECT_EQ(create(bot).code(), "bad-request");
    EXPECT_EQ(create("ugi:/bin/sh").code(), "bad-request");
    EXPECT_EQ(create("greedy").status, 201);
}

TEST_F(ProgramBotsTest, OnlyTheOrganiserLetsBotsThinkLong) {
    const Json long_thought = {{"bot_time_ms", 20'000}};
    EXPECT_EQ(create("greedy", long_thought).status, 201);
    server_.stop();
    server_.options().admin_token = "a-long-secret-of-the-organiser";
    server_.start();
    EXPECT_EQ(create("greedy", long_thought).code(), "bad-request");
    EXPECT_EQ(create("greedy", {{"bot_time_ms", 10'000}}).status, 201);
}

}  // namespace
}  // namespace ninefold::server
