// SPDX-License-Identifier: MIT
#include "server/api.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "record/record_json.h"
#include "record/record_text.h"
#include "server/server_for_test.h"

namespace ninefold::server {

namespace {

using testing::HasSubstr;

const Json kOpen = {{"kind", "open"}};

Json bot(const char* spec) { return {{"kind", "bot"}, {"bot", spec}}; }

class ApiTest : public testing::Test {
protected:
    AnswerForTest get(const std::string& target) { return http_.get(target); }
    AnswerForTest post(const std::string& target, const Json& body) {
        return http_.post(target, body);
    }

    Json create(const Json& body) {
        const AnswerForTest made = post("/api/games", body);
        EXPECT_EQ(made.status, 201) << made.body;
        return made.json();
    }
    /// Ann has X; Bob comes by the link. Returns the id.
    std::string two_people(Json body = Json::object()) {
        body["x"] = kHuman;
        body["o"] = kOpen;
        const Json made = create(body);
        std::string id = made["game"]["id"];
        ann_ = made["tokens"]["x"];
        EXPECT_TRUE(made["tokens"]["o"].is_null());
        EXPECT_EQ(made["game"]["state"], "waiting");
        const Json joined =
            post("/api/games/" + id + "/join", {{"secret", made["secret"]}, {"name", "Bob"}})
                .json();
        bob_ = joined["token"];
        EXPECT_EQ(joined["side"], "o");
        EXPECT_EQ(joined["game"]["state"], "running");
        return id;
    }
    AnswerForTest act(const std::string& id, const char* action, const std::string& token,
                      Json body = Json::object()) {
        body["token"] = token;
        return post("/api/games/" + id + "/" + action, body);
    }
    AnswerForTest move(const std::string& id, const std::string& token, const std::string& text) {
        return act(id, "move", token, {{"move", text}});
    }
    /// Plays the first legal moves until the game is over.
    Json play_out(const std::string& id) {
        Json game = get("/api/games/" + id).json();
        while (game["state"] == "running") {
            const std::string token = game["turn"] == "x" ? ann_ : bob_;
            const AnswerForTest moved = move(id, token, game["legal"][0]);
            EXPECT_EQ(moved.status, 200) << moved.body;
            if (moved.status != 200) break;
            game = moved.json()["game"];
        }
        return game;
    }

    ServerForTest server_;
    HttpForTest http_ = server_.http();
    std::string ann_, bob_;
};

TEST_F(ApiTest, SaysWhatThereIs) {
    EXPECT_EQ(get("/api/version").json()["version"], "test");
    EXPECT_EQ(get("/api/version").json()["organiser"], true);
    EXPECT_EQ(get("/api/rules").json()["rulesets"].size(), 3u);
    const Json bots = get("/api/bots").json();
    EXPECT_EQ(bots["levels"].size(), 10u);
    EXPECT_EQ(bots["levels"][4]["bot"], "engine:level=5");
    EXPECT_GE(bots["bots"].size(), 5u);
    EXPECT_TRUE(get("/api").json().is_object());
    EXPECT_EQ(get("/api/nothing").code(), "not-found");
}

TEST_F(ApiTest, ServesAPageWithSafeHeaders) {
    const AnswerForTest page = get("/");
    EXPECT_EQ(page.status, 200);
    EXPECT_TRUE(page.has_header("Content-Type: text/html"));
    EXPECT_TRUE(page.has_header("Content-Security-Policy: default-src 'none'; script-src 'self'"));
    EXPECT_TRUE(page.has_header("X-Content-Type-Options: nosniff"));
    EXPECT_EQ(get("/game/abc").body, page.body);
    EXPECT_EQ(get("/nothing.js").status, 404);
    const AnswerForTest head = http_.ask("HEAD", "/", "");
    EXPECT_EQ(head.status, 200);
    EXPECT_EQ(http_.ask("DELETE", "/", "").status, 405);
    const std::size_t at = page.head.find("ETag: ") + 6;
    const std::string etag = page.head.substr(at, page.head.find('\r', at) - at);
    EXPECT_EQ(http_.get("/", {{"If-None-Match", etag}}).status, 304);
    EXPECT_EQ(get("/api/version").status, 200);
}

TEST_F(ApiTest, TwoPeoplePlayToTheEnd) {
    const std::string id = two_people();
    EXPECT_EQ(get("/api/games?state=live").json()["total"], 0);  // not listed: it is theirs
    const Json ended = play_out(id);
    EXPECT_EQ(ended["state"], "ended");
    EXPECT_EQ(ended["kept"], "0.1");
    EXPECT_TRUE(ended["turn"].is_null());

    const Json kept = get("/api/games/0.1").json();
    EXPECT_EQ(kept["record"]["moves"], ended["record"]["moves"]);
    const AnswerForTest text = get("/api/games/0.1/record");
    EXPECT_TRUE(text.has_header("Content-Type: text/plain"));
    const auto record = record::parse_record_text(text.body);
    ASSERT_TRUE(record) << record.error().message;
    EXPECT_EQ(record->x, "Ann");
    EXPECT_EQ(record->o, "Bob");
    EXPECT_TRUE(record::parse_record_json(get("/api/games/" + id + "/record?format=json").body));

    const Json list = get("/api/games?bot=Ann&limit=1").json();
    EXPECT_EQ(list["total"], 1);
    EXPECT_EQ(list["games"][0]["id"], "0.1");
    EXPECT_EQ(get("/api/games?bot=Nobody").json()["total"], 0);
    EXPECT_EQ(move(id, ann_, "00").code(), "game-over");
}

TEST_F(ApiTest, SaysWhatIsRightWhereAQueryIsWrong) {
    const auto why = [&](const std::string& query) {
        const AnswerForTest refused = get("/api/games?" + query);
        EXPECT_EQ(refused.status, 400) << query;
        return refused.json()["error"]["message"].get<std::string>();
    };
    for (const char* limit : {"0", "201", "-1", "many", "1.5", "99999999999999999999"}) {
        EXPECT_EQ(why(fmt::format("limit={}", limit)),
                  "'limit': it must be a whole number from 1 to 200");
    }
    for (const char* offset : {"-1", "x", "9223372036854775808"}) {
        EXPECT_EQ(why(fmt::format("offset={}", offset)),
                  "'offset': it must be a whole number from 0 to 9223372036854775807");
    }
    for (const char* name : {"since", "until"}) {
        for (const char* date : {"yesterday", "20", "2026-1-1", "2026-11-15T08:30:00Z+"}) {
            EXPECT_NE(why(fmt::format("{}={}", name, date)).find("2026-11-15T08:30 is one"),
                      std::string::npos);
        }
        EXPECT_EQ(get(fmt::format("/api/games?{}=2026-11", name)).status, 200);
    }
    EXPECT_EQ(why("result=2-0"), "'result': it must be 1-0, 0-1 or 1/2-1/2");
    EXPECT_EQ(get("/api/picture?moves=44&at=2").status, 400);
}

TEST_F(ApiTest, GivesNoHintsBeforeTheGameBegins) {
    const Json body = {{"x", {{"kind", "human"}, {"name", "Ann"}}}, {"o", {{"kind", "open"}}}};
    const Json made = post("/api/games", body).json();
    const std::string id = made["game"]["id"], token = made["tokens"]["x"];
    EXPECT_EQ(act(id, "hint", token).code(), "not-started");
    EXPECT_EQ(move(id, token, "44").code(), "not-started");
}

TEST_F(ApiTest, RefusesWhatTheGameDoesNotAllow) {
    const std::string id = two_people();
    EXPECT_EQ(move(id, bob_, "44").code(), "not-your-turn");
    EXPECT_EQ(move(id, "stranger", "44").code(), "wrong-token");
    EXPECT_EQ(move(id, "", "44").code(), "wrong-token");
    EXPECT_EQ(move(id, ann_, "99").code(), "bad-request");
    EXPECT_EQ(post("/api/games/" + id + "/move", {{"move", "44"}}).code(), "bad-request");
    EXPECT_EQ(move(id, ann_, "44").status, 200);
    EXPECT_EQ(move(id, bob_, "00").code(), "illegal-move");
    EXPECT_EQ(move(id, bob_, "44").code(), "illegal-move");
    EXPECT_EQ(act(id, "hint", bob_).code(), "not-allowed");
    EXPECT_EQ(act(id, "rematch", bob_).code(), "not-allowed");
    EXPECT_EQ(act(id, "dance", bob_).code(), "not-found");
    EXPECT_EQ(move("nosuchgame", ann_, "44").code(), "not-found");
    EXPECT_EQ(post("/api/games/" + id + "/join", {{"secret", "x"}}).code(), "taken");
    EXPECT_EQ(get("/api/games/" + id).json()["ply"], 1);
}

TEST_F(ApiTest, AMoveSentAgainIsHarmless) {
    const std::string id = two_people();
    const Json first = {{"move", "44"}, {"ply", 1}};
    EXPECT_EQ(act(id, "move", ann_, first).status, 200);
    const AnswerForTest again = act(id, "move", ann_, first);
    EXPECT_EQ(again.status, 200);
    EXPECT_EQ(again.json()["game"]["ply"], 1);
    EXPECT_EQ(act(id, "move", ann_, {{"move", "40"}, {"ply", 1}}).code(), "stale");
    EXPECT_EQ(act(id, "move", bob_, {{"move", "40"}, {"ply", 3}}).code(), "stale");
}

TEST_F(ApiTest, APersonIsAskedBeforeAMoveIsTakenBack) {
    const std::string id = two_people();
    EXPECT_EQ(act(id, "undo", ann_).code(), "nothing-to-undo");
    move(id, ann_, "44");
    EXPECT_EQ(act(id, "undo", ann_).json()["game"]["undo"], "x");
    EXPECT_EQ(act(id, "undo", bob_, {{"accept", false}}).json()["game"]["ply"], 1);
    EXPECT_EQ(act(id, "undo", bob_, {{"accept", true}}).code(), "nothing-to-undo");
    act(id, "undo", ann_);
    const Json undone = act(id, "undo", bob_, {{"accept", true}}).json()["game"];
    EXPECT_EQ(undone["ply"], 0);
    EXPECT_EQ(undone["turn"], "x");
    EXPECT_TRUE(undone["undo"].is_null());
    // The next move answers a question that is still open.
    move(id, ann_, "44");
    act(id, "undo", ann_);
    EXPECT_TRUE(move(id, bob_, "40").json()["game"]["undo"].is_null());
}

TEST_F(ApiTest, AgainstABotMovesAreTakenBackAtOnceAndHintsAreGiven) {
    const Json made = create({{"x", kHuman}, {"o", bot("greedy")}});
    const std::string id = made["game"]["id"];
    const std::string token = made["tokens"]["x"];
    WebSocketForTest watch = server_.web_socket();
    watch.send({{"type", "subscribe"}, {"channel", "game:" + id}, {"token", token}});
    EXPECT_EQ(watch.wait_for("type", "snapshot")["data"]["x"]["present"], true);
    const Json hint = act(id, "hint", token).json();
    EXPECT_EQ(hint["move"].get<std::string>().size(), 2u);
    move(id, token, "44");
    EXPECT_EQ(watch.wait_for("event", "move")["side"], "x");
    const Json answer = watch.wait_for("event", "move");
    EXPECT_EQ(answer["side"], "o");
    EXPECT_EQ(answer["ply"], 2);
    EXPECT_EQ(answer["turn"], "x");
    EXPECT_EQ(act(id, "undo", token).json()["game"]["ply"], 0);
    EXPECT_EQ(watch.wait_for("event", "undone")["ply"], 0);
    const Json resigned = act(id, "resign", token).json()["game"];
    EXPECT_EQ(resigned["record"]["ending"], "resigned");
    EXPECT_EQ(resigned["record"]["winner"], "o");
    EXPECT_EQ(watch.wait_for("event", "ended")["kept"], resigned["kept"]);
}

TEST_F(ApiTest, ARematchSwapsSidesAndKeepsTokens) {
    const std::string id = two_people();
    act(id, "resign", ann_);
    EXPECT_EQ(act(id, "rematch", ann_).json()["game"]["rematch"], "x");
    EXPECT_TRUE(act(id, "rematch", ann_).json()["game"]["next"].is_null());
    const Json agreed = act(id, "rematch", bob_).json()["game"];
    const std::string next = agreed["next"];
    EXPECT_EQ(act(id, "rematch", ann_).json()["game"]["next"], next);
    EXPECT_EQ(move(next, ann_, "44").code(), "not-your-turn");
    const Json moved = move(next, bob_, "44").json()["game"];
    EXPECT_EQ(moved["x"]["name"], "Bob");
    EXPECT_EQ(moved["previous"], id);
}

TEST_F(ApiTest, AGameNobodyJoinedIsCalledOff) {
    const Json made = create({{"x", kHuman}, {"o", kOpen}});
    const Json off = act(made["game"]["id"], "resign", made["tokens"]["x"]).json()["game"];
    EXPECT_EQ(off["state"], "ended");
    EXPECT_TRUE(off["kept"].is_null());
    EXPECT_EQ(get("/api/games").json()["total"], 0);
}

TEST_F(ApiTest, WhoeverRunsOutOfTimeLosesAtThatMoment) {
    const std::string id = two_people({{"time_control", "move=300ms"}});
    WebSocketForTest watch = server_.web_socket();
    watch.send({{"type", "subscribe"}, {"channel", "game:" + id}, {"after", 0}});
    const Json ended = watch.wait_for("event", "ended");
    EXPECT_EQ(ended["ending"], "move-time");
    EXPECT_EQ(ended["winner"], "o");
    EXPECT_EQ(get("/api/games/" + std::string(ended["kept"])).json()["record"]["result"], "0-1");
}

TEST_F(ApiTest, ClocksRunForTheMoverOnly) {
    const std::string id = two_people({{"time_control", "tc=60+1"}});
    const Json game = move(id, ann_, "44").json()["game"];
    EXPECT_EQ(game["clocks"]["running"], "o");
    EXPECT_GT(game["clocks"]["x"].get<double>(), 60.0);
    EXPECT_LE(game["clocks"]["o"].get<double>(), 60.0);
}

TEST_F(ApiTest, BotsPlayEachOtherToTheEnd) {
    const Json made = create({{"x", bot("random")},
                              {"o", bot("engine:level=1")},
                              {"pace_ms", 0},
                              {"rules", "correspondence"}});
    const std::string id = made["game"]["id"];
    WebSocketForTest watch = server_.web_socket();
    watch.send({{"type", "subscribe"}, {"channel", "game:" + id}, {"after", 0}});
    const Json ended = watch.wait_for("event", "ended");
    ASSERT_FALSE(ended.is_discarded());
    // Over a new connection: a slow machine loads the network for longer than an old one may idle.
    const AnswerForTest answer = server_.http().get("/api/games/" + id + "/record?format=json");
    const auto record = record::parse_record_json(answer.body);
    ASSERT_TRUE(record) << record.error().message;
    EXPECT_EQ(record->o, "Engine 1");
}

TEST_F(ApiTest, StartsFromAnyPosition) {
    const std::string id =
        two_people({{"position", "9/9/9/9/9/9/9/9/9 x - open"}, {"moves", {"44", "40"}}});
    const Json game = get("/api/games/" + id).json();
    EXPECT_EQ(game["ply"], 2);
    EXPECT_EQ(game["record"]["rules"], "open");
    EXPECT_EQ(game["record"]["opening"], 2);
    EXPECT_EQ(act(id, "undo", ann_).code(), "nothing-to-undo");
}

TEST_F(ApiTest, RefusesGamesThatCannotBe) {
    const auto code = [&](const Json& body) { return post("/api/games", body).code(); };
    EXPECT_EQ(code(Json::object()), "bad-request");
    EXPECT_EQ(code({{"x", kHuman}}), "bad-request");
    EXPECT_EQ(code({{"x", kHuman}, {"o", bot("nobody")}}), "bad-request");
    EXPECT_EQ(code({{"x", kHuman}, {"o", bot("engine:level=5,hash=100000")}}), "bad-request");
    EXPECT_EQ(code({{"x", kHuman}, {"o", bot("/nowhere/bot")}}), "bad-request");
    EXPECT_EQ(code({{"x", kHuman}, {"o", kHuman}, {"rules", "chess"}}), "bad-request");
    EXPECT_EQ(code({{"x", kHuman}, {"o", kHuman}, {"time_control", "soon"}}), "bad-request");
    EXPECT_EQ(code({{"x", kHuman}, {"o", kHuman}, {"moves", {"44", "44"}}}), "bad-request");
    EXPECT_EQ(code({{"x", kHuman}, {"o", kHuman}, {"pace_ms", -1}}), "bad-request");
    EXPECT_EQ(code({{"x", kOpen}, {"o", kOpen}}), "bad-request");
    EXPECT_EQ(code({{"x", {{"kind", "human"}, {"name", "a\nb"}}}, {"o", kHuman}}), "bad-request");
    EXPECT_EQ(code({{"x", {{"kind", "human"}, {"name", std::string(41, 'a')}}}, {"o", kHuman}}),
              "bad-request");
}

TEST_F(ApiTest, AnalysesPositions) {
    const Json found =
        post("/api/analyse", {{"moves", {"44"}}, {"time_ms", 50}, {"lines", 2}}).json();
    EXPECT_EQ(found["turn"], "o");
    ASSERT_EQ(found["lines"].size(), 2u) << found;
    EXPECT_EQ(found["lines"][0]["pv"][0], found["lines"][0]["move"]);
    EXPECT_EQ(post("/api/analyse", {{"position", "nonsense"}}).code(), "bad-request");
    EXPECT_EQ(post("/api/analyse", {{"time_ms", 1'000'000}}).code(), "bad-request");

    WebSocketForTest socket = server_.web_socket();
    socket.send({{"type", "analyse"}, {"id", "a"}, {"time_ms", 60'000}});
    EXPECT_EQ(socket.wait_for("type", "info")["id"], "a");
    socket.send({{"type", "stop"}, {"id", "a"}});
    const Json end = socket.wait_for("type", "analysis");
    EXPECT_EQ(end["id"], "a");
    EXPECT_EQ(end["lines"].size(), 3u);
}

TEST_F(ApiTest, AListedGameIsForAnybody) {
    WebSocketForTest lobby = server_.web_socket();
    lobby.send({{"type", "subscribe"}, {"channel", "lobby"}});
    lobby.wait_for("type", "snapshot");
    Json wanted = {{"x", {{"kind", "human"}, {"name", "Ann"}}}, {"o", {{"kind", "open"}}}};
    const std::string hidden = post("/api/games", wanted).json()["game"]["id"];
    EXPECT_EQ(post("/api/games/" + hidden + "/join", {{"name", "Bob"}}).code(), "wrong-token");
    wanted["listed"] = true;
    const Json made = post("/api/games", wanted).json();
    const std::string id = made["game"]["id"];
    Json told = lobby.wait_for("event", "game")["game"];
    EXPECT_EQ(told["id"], id);
    EXPECT_EQ(told["state"], "waiting");
    EXPECT_EQ(told["present"], false);
    {
        WebSocketForTest ann = server_.web_socket();
        ann.send(
            {{"type", "subscribe"}, {"channel", "game:" + id}, {"token", made["tokens"]["x"]}});
        EXPECT_EQ(lobby.wait_for("event", "game")["game"]["present"], true);
    }
    EXPECT_EQ(lobby.wait_for("event", "game")["game"]["present"], false);
    const std::string join = "/api/games/" + id + "/join";
    EXPECT_EQ(post(join, {{"name", "Bob"}, {"secret", "guess"}}).code(), "wrong-token");
    EXPECT_EQ(post(join, {{"name", "Bob"}}).json()["game"]["state"], "running");
    EXPECT_EQ(post(join, {{"name", "Eve"}}).code(), "taken");
    EXPECT_EQ(lobby.wait_for("event", "game")["game"]["state"], "running");
}

TEST_F(ApiTest, CallsGoOverTheWebSocketToo) {
    WebSocketForTest socket = server_.web_socket();
    EXPECT_EQ(socket.receive()["type"], "hello");
    socket.send({{"type", "call"}, {"id", 7}, {"method", "GET"}, {"path", "/api/version"}});
    const Json reply = socket.wait_for("type", "reply");
    EXPECT_EQ(reply["id"], 7);
    EXPECT_EQ(reply["status"], 200);
    EXPECT_EQ(reply["body"]["api"], 1);
    socket.send({{"type", "call"},
                 {"id", "b"},
                 {"path", "/api/games"},
                 {"body", {{"x", kHuman}, {"o", kHuman}}}});
    const Json made = socket.wait_for("type", "reply");
    EXPECT_EQ(made["status"], 201);
    const std::string id = made["body"]["game"]["id"];
    socket.send({{"type", "call"}, {"method", "GET"}, {"path", "/api/games/" + id + "/record"}});
    EXPECT_THAT(std::string(socket.wait_for("type", "reply")["body"]), HasSubstr("[X \"Ann\"]"));
}

TEST_F(ApiTest, TheLobbyTellsOfListedGames) {
    WebSocketForTest socket = server_.web_socket();
    socket.send({{"type", "subscribe"}, {"channel", "lobby"}});
    EXPECT_EQ(socket.wait_for("type", "snapshot")["data"]["games"].size(), 0u);
    const Json made = create({{"x", kHuman}, {"o", bot("first")}});
    EXPECT_EQ(socket.wait_for("event", "game")["game"]["id"], made["game"]["id"]);
    act(made["game"]["id"], "resign", made["tokens"]["x"]);
    EXPECT_EQ(socket.wait_for("event", "game")["game"]["state"], "ended");
    EXPECT_EQ(get("/api/games?state=live").json()["total"], 0);
}

}  // namespace

}  // namespace ninefold::server
