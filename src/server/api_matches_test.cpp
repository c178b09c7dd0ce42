// SPDX-License-Identifier: MIT
// Matches and tournaments that are asked for over the interface.
#include <filesystem>
#include <fstream>
#include <map>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "server/server_for_test.h"
#include "store/tournament_store.h"

namespace ninefold::server {

namespace {

class ApiMatchesTest : public testing::Test {
protected:
    AnswerForTest get(const std::string& target) { return http_.get(target); }
    AnswerForTest post(const std::string& target, const Json& body) {
        return http_.post(target, body);
    }

    ServerForTest server_;
    HttpForTest http_ = server_.http();
};

TEST_F(ApiMatchesTest, PlaysMatchesForTheOrganiser) {
    WebSocketForTest watch = server_.web_socket();
    const Json made = post("/api/matches", {{"a", "random"},
                                            {"b", "first"},
                                            {"games", 4},
                                            {"event", "cup"},
                                            {"time_control", "none"}})
                          .json();
    const std::string id = made["match"]["id"];
    watch.send({{"type", "subscribe"}, {"channel", "match:" + id}, {"after", 0}});
    const Json snapshot = watch.wait_for("type", "snapshot");
    if (snapshot["data"]["state"] != "finished") {
        EXPECT_EQ(watch.wait_for("event", "match-ended")["match"], id);
    }
    // Who knows of the end finds it kept.
    const Json match = get("/api/matches/" + id).json();
    EXPECT_EQ(match["state"], "finished");
    EXPECT_EQ(match["games_played"], 4);
    EXPECT_EQ(match["games_planned"], 4);
    EXPECT_EQ(match["games"].size(), 4u);
    EXPECT_EQ(match["wins"].get<int>() + match["draws"].get<int>() + match["losses"].get<int>(), 4);
    const Json matches = get("/api/matches").json()["matches"];
    ASSERT_EQ(matches.size(), 1u);
    EXPECT_EQ(matches[0]["event"], "cup");
    EXPECT_EQ(get("/api/games?match=" + id).json()["total"], 4);
    EXPECT_EQ(post("/api/matches/77/stop", Json::object()).code(), "not-found");
}

TEST_F(ApiMatchesTest, RefusesMatchesThatCannotBePlayed) {
    const auto answer = [&](const char* member, const char* value) {
        Json wanted = {{"a", "random"}, {"b", "first"}, {"time_control", "none"}};
        wanted[member] = value;
        return post("/api/matches", wanted);
    };
    for (const char* format : {"games=2000000000", "games=-5", "games=0", "games=abc", "games="}) {
        const AnswerForTest refused = answer("format", format);
        EXPECT_EQ(refused.status, 400) << format;
        const std::string message = refused.json()["error"]["message"];
        EXPECT_NE(message.find("1 to 100000000 games"), std::string::npos) << message;
    }
    for (const auto& [member, value] :
         std::map<const char*, const char*>{{"openings", "file:/etc/passwd"},
                                            {"starter", "c"},
                                            {"adjudicate", "perhaps"},
                                            {"position", "over"}}) {
        const AnswerForTest refused = answer(member, value);
        EXPECT_EQ(refused.status, 400) << member;
        EXPECT_NE(refused.body.find(fmt::format("'{}': ", member)), std::string::npos)
            << refused.body;
    }
    for (const auto& [member, value] : std::map<const char*, Json>{{"seed", -1},
                                                                   {"games", 2'000'000'000},
                                                                   {"concurrency", 65},
                                                                   {"agreement_plies", 0},
                                                                   {"agreement", 0.2}}) {
        const Json wanted = {{"a", "random"}, {"b", "first"}, {member, value}};
        const AnswerForTest refused = post("/api/matches", wanted);
        EXPECT_EQ(refused.status, 400) << member;
        EXPECT_NE(refused.body.find(fmt::format("'{}' must be a", member)), std::string::npos)
            << refused.body;
    }
    // What is kept of a match has these, and audits rely on them.
    for (const char* member : {"first_game", "proof_cells", "proof_nodes", "proof_table_mb"}) {
        const AnswerForTest refused =
            post("/api/matches", {{"a", "random"}, {"b", "first"}, {member, 5}});
        EXPECT_EQ(refused.status, 400) << member;
        EXPECT_NE(refused.body.find("cannot be chosen"), std::string::npos) << refused.body;
    }
    for (const char* bot : {"engine:net=/dev/zero", "engine:net=/dev/stdin", "engine:net=/",
                            "engine:net=/proc/self/mem"}) {
        EXPECT_EQ(answer("a", bot).status, 400) << bot;
    }
    EXPECT_EQ(get("/api/matches").json()["matches"].size(), 0u);
    EXPECT_EQ(answer("format", "games=2").status, 201);
}

TEST_F(ApiMatchesTest, HonoursWhoHasXAndHowGamesEndEarly) {
    const AnswerForTest made = post("/api/matches", {{"a", "random"},
                                                     {"b", "first"},
                                                     {"time_control", "none"},
                                                     {"games", 2},
                                                     {"starter", "b"},
                                                     {"adjudicate", "prove"}});
    ASSERT_EQ(made.status, 201) << made.body;
    const std::string id = made.json()["match"]["id"];
    while (get("/api/matches/" + id).json()["state"] != "finished") {
    }
    const Json match = get("/api/matches/" + id).json();
    for (const Json& game : match["games"]) EXPECT_EQ(game["x"], "first") << game;
    const auto store = store::Store::open(server_.options().database);
    const auto kept = (*store)->match(*store::parse_match_id(id));
    EXPECT_NE(kept->spec.find(R"("adjudicate":"prove")"), std::string::npos) << kept->spec;
}

/// One that an earlier version kept, or that somebody wrote into the database.
TEST_F(ApiMatchesTest, StartsBesideEventsThatItCannotPlay) {
    const auto keep = [&](const char* spec, store::MatchOwner owner = store::MatchOwner::kServer) {
        auto store = store::Store::open(server_.options().database);
        const auto id =
            (*store)->create_match({.spec = spec, .a = "random", .b = "first", .owner = owner});
        return "/api/matches/" + store::to_text(*id);
    };
    server_.stop();
    const std::string endless =
        keep(R"({"a":"random","b":"first","time_control":"none","format":"games=2000000000"})");
    const std::string device =
        keep(R"({"a":"engine:net=/dev/zero","b":"first","format":"games=2"})");
    const std::string odd = keep(R"({"a":[],"b":7})");
    const std::string others = keep(R"({})", store::MatchOwner::kProgram);
    server_.start();
    HttpForTest http = server_.http();
    for (const auto& [path, reason] : std::map<std::string, std::string>{
             {endless, "1 to 100000000 games"}, {device, "not a regular file"}, {odd, "'a'"}}) {
        Json match = http.get(path).json();
        while (match["state"] == "elsewhere") match = http.get(path).json();  // not restored yet
        EXPECT_EQ(match["state"], "held") << match;
        EXPECT_NE(match["problem"].get<std::string>().find(reason), std::string::npos) << match;
    }
    EXPECT_EQ(http.get(others).json()["state"], "elsewhere");
    EXPECT_EQ(http.post("/api/matches", {{"a", "random"}, {"b", "first"}, {"games", 2}}).status,
              201);
}

/// A file whose interpreter takes as long to look at it as the test wants.
TEST_F(ApiMatchesTest, FilesThatAreRecognisedSlowlyHoldUpNobodyElse) {
    const std::string asked = server_.place() / "asked", go = server_.place() / "go";
    // Far from the bot, for what lies beside it is not asked.
    const std::string python = server_.place() / "tools/bin/python3";
    const std::string file = server_.place() / "league/bots/eve/bot.py";
    for (const std::string& path : {python, file}) {
        std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    }
    std::ofstream(python) << fmt::format(
        "#!/bin/sh\ntouch {}\nwhile [ ! -e {} ]; do sleep 0.05; done\nexit 1\n", asked, go);
    std::ofstream(file) << "";
    std::filesystem::permissions(python, std::filesystem::perms(0755));
    const std::string bot = fmt::format("ugi:{} {}", python, file);
    const auto send = [&](const char* path, const Json& body) {
        HttpForTest http = server_.http();
        http.send("POST", path, body.dump());
        return http;
    };
    std::vector<HttpForTest> waiting;
    waiting.push_back(send("/api/matches", {{"a", bot}, {"b", "first"}}));
    const Json game = {{"x", kHuman}, {"o", {{"kind", "bot"}, {"bot", bot}}}};
    for (int i = 0; i < 3; ++i) waiting.push_back(send("/api/games", game));
    while (!std::filesystem::exists(asked)) std::this_thread::yield();
    EXPECT_EQ(get("/api/matches").status, 200);
    EXPECT_EQ(get("/api/games").status, 200);
    EXPECT_EQ(post("/api/games", {{"x", kHuman}, {"o", kHuman}}).status, 201);
    for (HttpForTest& http : waiting) EXPECT_FALSE(http.socket().has_input());
    std::ofstream(go) << "";
    for (HttpForTest& http : waiting) EXPECT_EQ(http.read().status, 400);
}

TEST_F(ApiMatchesTest, PlaysARoundRobinWhereNoTypeIsGiven) {
    const AnswerForTest made = post("/api/tournaments", {{"event", "round"},
                                                         {"bots", {"random", "first", "greedy"}},
                                                         {"games", 2},
                                                         {"time_control", "none"}});
    ASSERT_EQ(made.status, 201) << made.body;
    const std::string id = made.json()["tournament"];
    EXPECT_EQ(made.json()["matches"].size(), 1u);
    while (get("/api/matches/" + id).json()["state"] != "finished") {
    }
    const Json report = get("/api/tournaments/" + id).json();
    EXPECT_EQ(report["stages"][0]["type"], "round-robin");
    ASSERT_EQ(report["final"].size(), 3u);
    for (const Json& row : report["final"]) EXPECT_EQ(row["games"], 4);
    EXPECT_EQ(get("/api/tournaments").json()["tournaments"].size(), 1u);
    EXPECT_EQ(get("/api/tournaments/999").code(), "not-found");
    for (const char* path : {"/api/tournaments/999", "/api/matches/999", "/api/games/999.1",
                             "/api/games/1.999/record", "/api/tournaments/999/report?format=csv"}) {
        EXPECT_EQ(get(path).body.find("games.db"), std::string::npos) << get(path).body;
    }
    EXPECT_EQ(post("/api/tournaments", {{"event", "x"}, {"bots", {"random"}}}).code(),
              "bad-request");
    EXPECT_EQ(
        post("/api/tournaments", {{"event", "x"}, {"bots", {"random", "file-that-is-not"}}}).code(),
        "bad-request");
}

TEST_F(ApiMatchesTest, PlaysAKnockoutThroughARestart) {
    const Json wanted = {{"event", "cup"},
                         {"type", "knockout"},
                         {"bots", {"random", "first", "greedy"}},
                         {"time_control", "none"},
                         {"games", 40}};
    const AnswerForTest made = post("/api/tournaments", wanted);
    ASSERT_EQ(made.status, 201) << made.body;
    const std::string id = made.json()["tournament"];
    EXPECT_EQ(made.json()["matches"][0]["id"], id);
    server_.stop();
    server_.start();
    HttpForTest http = server_.http();
    Json report;
    for (;;) {
        report = http.get("/api/tournaments/" + id).json();
        if (!report["finished"].get<std::string>().empty()) break;
    }
    EXPECT_EQ(report["over"], true);
    EXPECT_EQ(report["final"].size(), 3u);
    const Json& final = report["stages"][0]["bracket"][0]["rounds"][1];
    EXPECT_EQ(final["title"], "Final");
    EXPECT_FALSE(final["ties"][0]["winner"].is_null());
    EXPECT_EQ(http.get("/api/games?match=" + id).json()["total"], report["games"]);

    Json bad = wanted;
    bad["type"] = "beauty contest";
    EXPECT_EQ(http.post("/api/tournaments", bad).code(), "bad-request");
    bad = wanted;
    bad["bots"] = {"random", "file-that-is-not"};
    EXPECT_EQ(http.post("/api/tournaments", bad).code(), "bad-request");
    bad = wanted;
    bad["openings"] = "file:/etc/passwd";
    EXPECT_EQ(http.post("/api/tournaments", bad).code(), "bad-request");
}

TEST_F(ApiMatchesTest, ShowsABracketBeforeItIsPlayed) {
    auto spec =
        tournament::parse_spec("name = \"cup\"\nbots = [\"random\", \"first\", \"greedy\"]\n"
                               "[[stage]]\nname = \"finals\"\ntype = \"double-elimination\"\n",
                               ".", "cup.toml");
    ASSERT_TRUE(spec) << spec.error().message;
    const auto store = store::Store::open(server_.options().database);
    ASSERT_TRUE(store) << store.error().message;
    const auto made = store::TournamentStore(**store).create(*spec);
    ASSERT_TRUE(made) << made.error().message;
    const std::string path = "/api/tournaments/" + store::to_text(made->id);
    const Json stage = get(path).json()["stages"][0];
    ASSERT_EQ(stage["bracket"].size(), 3u) << stage.dump();
    const Json& main = stage["bracket"][0];
    EXPECT_EQ(main["tree"], "main");
    EXPECT_EQ(main["rounds"][0]["title"], "Upper semi-final");
    const Json& ties = main["rounds"][0]["ties"];
    EXPECT_EQ(ties[0]["a"]["bot"], "random");
    EXPECT_EQ(ties[0]["bye"], true);
    EXPECT_EQ(ties[1]["b"]["points"], 0.0);
    EXPECT_EQ(ties[1]["meeting"], 0);
    EXPECT_EQ(main["rounds"][1]["ties"][0]["b"], nullptr);
    EXPECT_EQ(stage["bracket"][1]["tree"], "lower");
    EXPECT_EQ(stage["bracket"][2]["tree"], "final");
    EXPECT_EQ(stage["meetings"][0]["slot"], 1);
}

}  // namespace

}  // namespace ninefold::server
