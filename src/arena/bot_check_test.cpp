// SPDX-License-Identifier: MIT
#include "arena/bot_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <fstream>
#include <map>

namespace ninefold::arena {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;

/// Says what it must; what it answers to `go` comes in the place of GO.
constexpr std::string_view kScript = R"(#!/bin/sh
while read -r word rest; do
    case $word in
    ugi) HELLO; echo ugiok ;;
    isready) echo readyok ;;
    go) GO ;;
    quit) QUIT ;;
    esac
done
)";

class BotCheckTest : public testing::Test {
protected:
    void SetUp() override {
        std::string pattern = testing::TempDir() + "/bot_check_XXXXXX";
        ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
        folder_ = fs::canonical(pattern);
        spec_.games = 4;
        spec_.quit_grace = 300ms;
        spec_.memory_limit = std::uint64_t{1} << 30;
        spec_.time_control = *parse_time_control("move=300ms");
    }
    void TearDown() override { fs::remove_all(folder_); }

    std::string script(std::string_view go, std::string_view quit = "exit 0",
                       std::string_view hello = ":") {
        std::string text(kScript);
        text.replace(text.find("HELLO"), 5, hello);
        text.replace(text.find("GO"), 2, go);
        text.replace(text.find("QUIT"), 4, quit);
        const fs::path path = folder_ / "bot.sh";
        std::ofstream(path) << text;
        ::chmod(path.c_str(), 0755);
        return "ugi:" + path.string();
    }
    bool check(const std::string& bot) {
        sources::HouseRules house;
        house.sandbox.enabled = false;
        house.limits.quit_grace = spec_.quit_grace;
        const auto source =
            sources::BotSource::parse(bot, house, std::make_shared<process::ProcessSupervisor>());
        EXPECT_TRUE(source) << source.error().message;
        lines_.clear();
        return source && check_bot(*source, spec_, [&](const CheckLine& line) {
                   EXPECT_TRUE(lines_.emplace(line.check, line).second) << line.check;
               });
    }
    CheckVerdict verdict(const std::string& line) { return lines_.at(line).verdict; }
    const std::string& sentence(const std::string& line) { return lines_.at(line).sentence; }

    fs::path folder_;
    CheckSpec spec_;
    std::map<std::string, CheckLine> lines_;
};

TEST_F(BotCheckTest, AGoodBotPassesOnBothSides) {
    EXPECT_TRUE(check("random"));
    for (const char* line : {"starts", "plays X", "plays O", "new games", "stops", "other rules"}) {
        ASSERT_TRUE(lines_.contains(line)) << line;
        EXPECT_EQ(verdict(line), CheckVerdict::kOk) << sentence(line);
    }
    EXPECT_THAT(sentence("plays X"), HasSubstr("2 games"));
    EXPECT_THAT(sentence("new games"), HasSubstr("4 games"));
    EXPECT_THAT(sentence("other rules"), HasSubstr("open and correspondence"));
    EXPECT_FALSE(lines_.contains("memory")) << "it has no process";
}

TEST_F(BotCheckTest, OneThatDoesNotStartIsToldWhy) {
    script(":");
    std::ofstream(folder_ / "bot.sh") << "#!/bin/sh\necho no config >&2\nexit 3\n";
    EXPECT_FALSE(check("ugi:" + (folder_ / "bot.sh").string()));
    EXPECT_EQ(verdict("starts"), CheckVerdict::kFailed);
    EXPECT_THAT(sentence("starts"), HasSubstr("exited with code 3"));
    EXPECT_THAT(lines_.at("starts").log, HasSubstr("no config"));
    EXPECT_EQ(lines_.size(), 1u);
}

TEST_F(BotCheckTest, OneThatPlaysOneMoveForEverFailsOnBothSides) {
    EXPECT_FALSE(check(script("echo thinking of 44 >&2; echo bestmove 44")));
    EXPECT_EQ(verdict("starts"), CheckVerdict::kOk);
    for (const char* side : {"plays X", "plays O"}) {
        EXPECT_EQ(verdict(side), CheckVerdict::kFailed);
        EXPECT_THAT(sentence(side), HasSubstr("illegal-move in game"));
        EXPECT_THAT(lines_.at(side).log, HasSubstr("thinking of 44"));
    }
    EXPECT_EQ(verdict("new games"), CheckVerdict::kSkipped);
    EXPECT_THAT(sentence("other rules"),
                MatchesRegex("does not play open and correspondence.* either: .*"));
    EXPECT_EQ(verdict("stops"), CheckVerdict::kOk);
    EXPECT_EQ(verdict("quits"), CheckVerdict::kOk);
}

/// Answers `row column` of the first legal move; $last and $count are read before it.
constexpr std::string_view kCodingame = R"(#!/bin/sh
while read -r last; do
    read -r count
    read -r move
    i=1
    while [ $i -lt $count ]; do read -r rest; i=$((i + 1)); done
    MORE
    echo "$move"
done
)";

TEST_F(BotCheckTest, OneOfAnotherSiteStartsWhenItAnswers) {
    std::string text(kCodingame);
    text.replace(text.find("MORE"), 4, ":");
    const fs::path path = folder_ / "site.sh";
    std::ofstream(path) << text;
    ::chmod(path.c_str(), 0755);
    EXPECT_TRUE(check("codingame:" + path.string()));
    EXPECT_THAT(sentence("starts"), HasSubstr("first answer under standard after"));

    std::ofstream(path) << "#!/bin/sh\nno-such-interpreter bot.py\n";
    EXPECT_FALSE(check("codingame:" + path.string()));
    EXPECT_THAT(sentence("starts"), HasSubstr("exited with code 127 (a program it starts was not"));
    EXPECT_EQ(lines_.size(), 1u);
}

TEST_F(BotCheckTest, OneThatIsToldMovesOnlyBeginsAtTheEmptyBoard) {
    // Forfeits where its first turn is neither the first nor the second of the game.
    std::string text(kCodingame);
    text.replace(text.find("MORE"), 4,
                 "if [ -z \"$begun\" ] && [ $count -lt 8 ]; then exit 5; fi; begun=1");
    const fs::path path = folder_ / "site.sh";
    std::ofstream(path) << text;
    ::chmod(path.c_str(), 0755);
    spec_.games = 10;
    EXPECT_TRUE(check("codingame:" + path.string()));
    EXPECT_EQ(verdict("openings"), CheckVerdict::kSkipped);
    EXPECT_THAT(sentence("openings"), HasSubstr("begin at the empty board"));
}

TEST_F(BotCheckTest, AStatefulBotThatIsShownTheBoardIsTriedFromOpenings) {
    // Plays like a bot of riddles.io that has counted the moves by itself from the first, and that
    // relies on the site's clock.
    const fs::path path = folder_ / "riddles.sh";
    std::ofstream(path) << R"(#!/bin/sh
while read -r line; do
    case $line in
    "settings timebank "*) [ "${line##* }" = 10000 ] || exit 7 ;;
    "settings time_per_move "*) [ "${line##* }" = 500 ] || exit 7 ;;
    "update game move "*) number=${line##* } ;;
    "update game field "*) field=${line##* } ;;
    "update game macroboard "*) macro=${line##* } ;;
    "action move "*)
        if [ -z "$begun" ] && [ $number -gt 2 ]; then exit 6; fi
        begun=1
        echo "$field" | tr ',' '\n' | awk -v macro="$macro" '
            BEGIN { split(macro, open, ",") }
            { row = int((NR - 1) / 9); col = (NR - 1) % 9
              if ($1 == "." && open[3 * int(row / 3) + int(col / 3) + 1] == "-1") {
                  print "place_move " col " " row; exit } }' ;;
    esac
done
)";
    ::chmod(path.c_str(), 0755);
    spec_.time_control = *parse_time_control("tc=10+0.5");
    EXPECT_TRUE(check("riddles:" + path.string())) << sentence("starts");
    EXPECT_EQ(verdict("plays X"), CheckVerdict::kOk);
    EXPECT_THAT(sentence("openings"),
                HasSubstr("plays from the empty board only: after an opening, "
                          "crash: X exited with code 6 while a move was awaited, at move 4"));
}

TEST_F(BotCheckTest, AForfeitUnderOtherRulesThanItsOwnIsHinted) {
    if (std::system("python3 -c ''") != 0) GTEST_SKIP() << "no python3";
    const fs::path path = folder_ / "open.py";
    // Goes where it is sent unless the block is full, as in `open`: blocks that are won count too.
    std::ofstream(path) << R"(#!/usr/bin/env python3
import sys
for line in sys.stdin:
    words = line.split()
    if words[0] == "ugi": print("ugiok", flush=True)
    elif words[0] == "isready": print("readyok", flush=True)
    elif words[0] == "quit": break
    elif words[0] == "position":
        moves = words[words.index("moves") + 1:] if "moves" in words else []
    elif words[0] == "go":
        free = [b + c for b in "012345678" for c in "012345678" if b + c not in moves]
        sent = [m for m in free if moves and m[0] == moves[-1][1]]
        print("bestmove", (sent or free)[0], flush=True)
)";
    ::chmod(path.c_str(), 0755);
    spec_.time_control = *parse_time_control("move=5s");
    EXPECT_FALSE(check("ugi:" + path.string()));
    EXPECT_THAT(sentence("plays X"), HasSubstr("illegal-move"));
    EXPECT_THAT(sentence("other rules"), HasSubstr("plays open without a fault: it may be written "
                                                   "for those rules (--rules open)"));
    spec_.rules = {rules::Ruleset::kOpen};
    EXPECT_TRUE(check("ugi:" + path.string()));
}

TEST_F(BotCheckTest, TellsWhatABotCallsItself) {
    const auto starts = [&](std::string_view hello) {
        check(script("echo bestmove 44", "exit 0", hello));
        return sentence("starts");
    };
    EXPECT_THAT(starts("echo id name Ada 2; echo id author Charles"),
                HasSubstr("; calls itself 'Ada 2', by 'Charles'"));
    EXPECT_THAT(starts("echo id author Charles"), HasSubstr("; is by 'Charles'"));
    EXPECT_THAT(starts("echo id name bot.sh; echo id author unknown"), Not(HasSubstr(";")));
    EXPECT_THAT(starts(":"), Not(HasSubstr(";")));
}

TEST_F(BotCheckTest, MemoryIsToldWithItsLimit) {
    check(script("echo bestmove 44"));
    ASSERT_TRUE(lines_.contains("memory"));
    EXPECT_EQ(verdict("memory"), CheckVerdict::kOk);
    EXPECT_THAT(sentence("memory"), HasSubstr("MiB of 1024 MiB"));
    EXPECT_FALSE(sentence("memory").starts_with("0.0 "));
}

TEST_F(BotCheckTest, OneThatIgnoresQuitAndStopFails) {
    EXPECT_FALSE(check(script(":", "exec sleep 60")));
    EXPECT_EQ(verdict("plays X"), CheckVerdict::kFailed);
    EXPECT_THAT(sentence("plays X"), HasSubstr("move-time"));
    EXPECT_EQ(verdict("stops"), CheckVerdict::kFailed);
    EXPECT_EQ(verdict("quits"), CheckVerdict::kFailed);
    EXPECT_THAT(sentence("quits"), HasSubstr("it was killed"));
}

}  // namespace
}  // namespace ninefold::arena
