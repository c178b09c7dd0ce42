// SPDX-License-Identifier: MIT
#include "server/sent_bots.h"

#include <fstream>

#include <gtest/gtest.h>

#include "server/server_for_test.h"
#include "store/tournament_store.h"

namespace ninefold::server {

namespace {

namespace fs = std::filesystem;
using std::chrono::hours;

/// A program that says the word of the protocol: such a file is recognised without much ado.
std::string bot_text(std::string_view words) { return fmt::format("# ugiok {}\n", words); }

std::string contents(const fs::path& file) {
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), {}};
}

class SentBotsTest : public testing::Test {
protected:
    HttpResult<Json> send(const std::string& name, const std::string& text) {
        return SentBots(database_, limits_).keep({{"name", name}, {"text", text}}, *store_);
    }
    fs::path sent(const std::string& name, const std::string& text) {
        const auto kept = send(name, text);
        EXPECT_TRUE(kept) << kept.error().message;
        return kept ? fs::path((*kept)["bot"].get<std::string>()) : fs::path();
    }
    /// As if it had been sent so long ago.
    static void age(const fs::path& file, hours by) {
        fs::last_write_time(file, fs::file_time_type::clock::now() - by);
    }
    void name_in_a_match(const fs::path& bot) {
        const std::string spec = base::json_line({{"a", bot.native()}, {"b", "random"}});
        EXPECT_TRUE(store_->create_match({.spec = spec, .a = "a", .b = "b"}));
    }
    void name_in_a_tournament(const fs::path& bot) {
        const auto spec = tournament::parse_spec(
            fmt::format("name = \"cup\"\nbots = ['{}', 'random']\n[[stage]]\nname = \"all\"\n"
                        "type = \"round-robin\"\n",
                        bot.native()),
            "/", "cup.toml");
        ASSERT_TRUE(spec) << spec.error().message;
        EXPECT_TRUE(store::TournamentStore(*store_).create(*spec, store::MatchOwner::kServer));
    }

    PlaceForTest place_;
    fs::path database_ = place_ / "games.db";
    fs::path folder_ = place_ / "games.db-bots";
    std::unique_ptr<store::Store> store_ = *store::Store::open(database_);
    SentBotLimits limits_;
};

TEST_F(SentBotsTest, KeepsAFileUnderItsNameAndContents) {
    const fs::path file = sent("carol.py", bot_text("1"));
    EXPECT_EQ(file.parent_path().parent_path(), folder_);
    EXPECT_EQ(file.filename(), "carol.py");
    // The same once more is the same; another of that name changes nothing.
    EXPECT_EQ(sent("carol.py", bot_text("1")), file);
    EXPECT_NE(sent("carol.py", bot_text("2")), file);
    EXPECT_EQ(contents(file), bot_text("1"));
    EXPECT_EQ(fs::status(folder_).permissions(), fs::perms::owner_all);
}

TEST_F(SentBotsTest, NoOtherFileLiesBesideABot) {
    const std::string text = bot_text("") + "import numpy\n";
    const fs::path alice = sent("alice.py", text);
    const fs::path other = sent("numpy.py", text);  // which alice would import, were it beside her
    EXPECT_NE(alice.parent_path(), other.parent_path());
    EXPECT_EQ(std::distance(fs::directory_iterator(alice.parent_path()), {}), 1);
}

TEST_F(SentBotsTest, RefusesNamesThatLeadElsewhere) {
    for (const char* name : {"../carol.py", "/etc/carol.py", "a/b.py", ".py", "..", "-x.py", "",
                             "a b.py", "carol.py\n", "a#b.py", "a*.py", "ä.py"}) {
        const auto kept = send(name, bot_text(""));
        ASSERT_FALSE(kept) << name;
        EXPECT_EQ(kept.error().code, "bad-request") << name;
    }
    EXPECT_FALSE(send(std::string(65, 'a'), bot_text("")));
    EXPECT_FALSE(fs::exists(folder_));
}

TEST_F(SentBotsTest, KeepsNothingInWhichNoBotIsFound) {
    const auto kept = send("none.py", "print('no bot at all')\n");
    ASSERT_FALSE(kept);
    EXPECT_EQ(kept.error().code, "bad-request");
    EXPECT_EQ(kept.error().message.find(folder_.native()), std::string::npos);
    EXPECT_FALSE(send("run", "echo ugiok\n"));
    EXPECT_TRUE(fs::is_empty(folder_));
}

TEST_F(SentBotsTest, MakesAScriptAProgram) {
    const fs::path script = sent("bot.sh", "#!/bin/sh\necho ugiok\n");
    EXPECT_NE(fs::status(script).permissions() & fs::perms::owner_exec, fs::perms::none);
    const fs::path other = sent("carol.py", bot_text(""));
    EXPECT_EQ(fs::status(other).permissions() & fs::perms::owner_exec, fs::perms::none);
}

TEST_F(SentBotsTest, WritesAgainWhatAPowerCutDestroyed) {
    const fs::path file = sent("carol.py", bot_text(""));
    std::ofstream(file, std::ios::trunc).flush();
    EXPECT_EQ(sent("carol.py", bot_text("")), file);
    EXPECT_EQ(contents(file), bot_text(""));
}

TEST_F(SentBotsTest, WritesIntoNobodyElsesFolder) {
    fs::create_directory(place_ / "elsewhere");
    fs::create_directory_symlink(place_ / "elsewhere", folder_);
    EXPECT_FALSE(send("carol.py", bot_text("")));
    EXPECT_TRUE(fs::is_empty(place_ / "elsewhere"));
    fs::remove(folder_);
    fs::create_directory(folder_);
    fs::permissions(folder_, fs::perms::all);
    EXPECT_FALSE(send("carol.py", bot_text("")));
    fs::permissions(folder_, fs::perms::owner_all);
    EXPECT_TRUE(send("carol.py", bot_text("")));
}

TEST_F(SentBotsTest, ForgetsWhatNothingNames) {
    const fs::path forgotten = sent("forgotten.py", bot_text("1"));
    const fs::path of_match = sent("of_match.py", bot_text("2"));
    const fs::path of_cup = sent("of_cup.py", bot_text("3"));
    const fs::path again = sent("again.py", bot_text("4"));
    const fs::path young = sent("young.py", bot_text("5"));
    name_in_a_match(of_match);
    name_in_a_tournament(of_cup);
    fs::create_directory(folder_ / "mine");
    for (const fs::path& file : {forgotten, of_match, of_cup, again}) age(file, limits_.age);
    age(young, limits_.age - hours(1));
    std::ofstream(folder_ / "mine" / "own.py") << "the organiser's";
    age(folder_ / "mine" / "own.py", limits_.age);
    EXPECT_EQ(sent("again.py", bot_text("4")), again);
    EXPECT_FALSE(fs::exists(forgotten.parent_path()));
    for (const fs::path& file : {of_match, of_cup, again, young, folder_ / "mine" / "own.py"}) {
        EXPECT_TRUE(fs::exists(file)) << file;
    }
}

TEST_F(SentBotsTest, MakesRoomByForgettingTheOldestThatNothingNames) {
    limits_.bytes = 3 * 8192;  // a block for each small file, and one for its folder
    const fs::path named = sent("named.py", bot_text("1"));
    const fs::path oldest = sent("oldest.py", bot_text("2"));
    const fs::path newer = sent("newer.py", bot_text("3"));
    name_in_a_match(named);
    age(named, hours(3));
    age(oldest, hours(2));
    age(newer, hours(1));
    const fs::path newest = sent("newest.py", bot_text("4"));
    EXPECT_FALSE(fs::exists(oldest));
    for (const fs::path& file : {named, newer, newest}) EXPECT_TRUE(fs::exists(file)) << file;
    name_in_a_match(newer);
    name_in_a_match(newest);
    const auto full = send("more.py", bot_text("5"));
    ASSERT_FALSE(full);
    EXPECT_EQ(full.error().code, "full");
    EXPECT_EQ(sent("named.py", bot_text("1")), named);  // which needs no room
    for (const fs::path& file : {named, newer, newest}) EXPECT_TRUE(fs::exists(file)) << file;
}

TEST_F(SentBotsTest, BelongToOneDatabase) {
    const fs::path file = sent("carol.py", bot_text(""));
    age(file, limits_.age);
    const auto other = *store::Store::open(place_ / "other.db");
    SentBots(place_ / "other.db", limits_).tidy(*other);
    EXPECT_TRUE(fs::exists(file));
}

TEST(SentBotsServer, OnlyTheOrganiserSendsThem) {
    ServerForTest server;
    const Json request = {{"name", "carol.py"}, {"text", bot_text("")}};
    const AnswerForTest kept = server.http().post("/api/bots", request);
    ASSERT_EQ(kept.status, 201) << kept.body;
    EXPECT_EQ(kept.json()["name"], "carol");
    const fs::path file = kept.json()["bot"].get<std::string>();
    EXPECT_TRUE(fs::exists(file));
    const Json game = {{"x", {{"kind", "human"}}},
                       {"o", {{"kind", "bot"}, {"bot", file.native()}}}};
    EXPECT_EQ(server.http().post("/api/games", game).status, 201);
    server.stop();
    server.options().admin_token = "a-long-secret-of-the-organiser";
    fs::last_write_time(file, fs::file_time_type::clock::now() - SentBotLimits().age);
    server.start();
    EXPECT_EQ(server.http().post("/api/bots", request).code(), "not-organiser");
    // Nobody plays against it, or reads it, who may not name it.
    EXPECT_EQ(server.http().post("/api/games", game).code(), "bad-request");
    // It tidies up by itself, beside its clients.
    while (fs::exists(file)) ASSERT_EQ(server.http().get("/api/matches").status, 200);
}

}  // namespace

}  // namespace ninefold::server
