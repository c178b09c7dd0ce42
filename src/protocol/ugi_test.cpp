// SPDX-License-Identifier: MIT
#include "protocol/ugi.h"

#include <gtest/gtest.h>

#include "rules/position_text.h"

namespace ninefold::protocol::ugi {
namespace {

using namespace std::chrono_literals;
using rules::Move;

template <typename T>
T command(std::string_view line) {
    const auto parsed = parse_command(line);
    EXPECT_TRUE(parsed) << line << ": " << (parsed ? "" : parsed.error().message);
    const T* value = parsed ? std::get_if<T>(&*parsed) : nullptr;
    EXPECT_NE(value, nullptr) << line;
    return value != nullptr ? *value : T{};
}

template <typename T>
T reply(std::string_view line) {
    const auto parsed = parse_reply(line);
    EXPECT_TRUE(parsed) << line << ": " << (parsed ? "" : parsed.error().message);
    const T* value = parsed ? std::get_if<T>(&*parsed) : nullptr;
    EXPECT_NE(value, nullptr) << line;
    return value != nullptr ? *value : T{};
}

std::string command_error(std::string_view line) {
    const auto parsed = parse_command(line);
    return parsed ? "" : parsed.error().message;
}

std::string reply_error(std::string_view line) {
    const auto parsed = parse_reply(line);
    return parsed ? "" : parsed.error().message;
}

TEST(UgiCommand, RoundTripsEveryLine) {
    for (const std::string line :
         {"ugi", "setoption name Multi PV value 3", "setoption name Clear", "isready", "uginewgame",
          "position startpos", "position startpos moves 44 40",
          "position 9/9/9/9/9/9/9/9/9 x - standard",
          "position 9/9/9/9/9/9/9/9/9 x - correspondence moves 44 40 08", "go",
          "go xtime 60000 otime 59004 xinc 500 oinc 500 movetime 10 hardtime 20 depth 4 "
          "nodes 1000 infinite",
          "go ponder", "stop", "ponderhit", "quit"}) {
        const auto parsed = parse_command(line);
        ASSERT_TRUE(parsed) << line << ": " << parsed.error().message;
        EXPECT_EQ(to_text(*parsed), line);
    }
}

TEST(UgiCommand, ReadsOtherSpellingsOfTheClocks) {
    const Limits limits = command<Go>("go p1time 1 p2time 2  p1inc 3 p2inc 4").limits;
    EXPECT_EQ(limits.x_time, 1ms);
    EXPECT_EQ(limits.o_time, 2ms);
    EXPECT_EQ(limits.x_increment, 3ms);
    EXPECT_EQ(limits.o_increment, 4ms);
}

TEST(UgiCommand, SkipsUnknownWords) {
    EXPECT_EQ(command<Go>("go searchmoves 44 depth 3 wobble").limits.depth, 3);
    EXPECT_EQ(command<Unknown>("xyzzy 1 2").word, "xyzzy");
    EXPECT_EQ(command<Unknown>("  ").word, "");
    EXPECT_EQ(command<Word>(" quit \r"), Word::kQuit);
}

TEST(UgiCommand, SaysWhatIsWrong) {
    EXPECT_EQ(command_error("go xtime soon"),
              "'xtime' in 'go' is followed by 'soon'; it takes a whole number");
    EXPECT_NE(command_error("position"), "");
    EXPECT_NE(command_error("position 9/9 x - standard"), "");
    EXPECT_NE(command_error("position startpos 44"), "");
    EXPECT_NE(command_error("position startpos moves 99"), "");
    EXPECT_NE(command_error("setoption Hash 3"), "");
}

TEST(UgiCommand, KeepsTimesInRange) {
    EXPECT_EQ(command<Go>("go xtime -20").limits.x_time, 0ms);
    EXPECT_GT(*command<Go>("go xtime 9223372036854775807").limits.x_time, 24h);
    EXPECT_NE(command_error("go xtime 9223372036854775808"), "");
}

TEST(UgiCommand, CutsTimesToMillisecondsButNeverToNone) {
    Limits limits;
    limits.x_time = 1999us;
    limits.o_time = 200us;
    limits.move_time = -5ms;
    std::string line;
    append_go(line, limits);
    EXPECT_EQ(line, "go xtime 1 otime 1 movetime 0");
}

TEST(UgiCommand, ReplayChecksEveryMove) {
    const rules::Rules standard;
    const auto good = replay(command<SetPosition>("position startpos moves 44 40"), standard);
    ASSERT_TRUE(good);
    EXPECT_EQ(good->ply(), 2);
    const auto bad = replay(command<SetPosition>("position startpos moves 44 50"), standard);
    ASSERT_FALSE(bad);
    EXPECT_TRUE(bad.error().message.starts_with("move 2 of 'position', 50, is illegal:"))
        << bad.error().message;
}

TEST(UgiReply, RoundTripsEveryLine) {
    for (const std::string line :
         {"id name Alice of the Glass", "id author Lewis", "ugiok", "readyok", "bestmove 44",
          "bestmove 44 ponder 40", "bestmove resign", "bestmove none",
          "option name Seed type spin default 0 min 0 max 9223372036854775807",
          "option name Rules type combo default standard var standard var open",
          "option name Clear Hash type button",
          "info depth 9 multipv 1 nodes 1000 nps 5 time 3 hashfull 4 score wp 0.55 wdl 400 300 "
          "300 pv 44 40",
          "info score win 5", "info score loss 6", "info score draw", "info string hello there",
          "info depth 3 meta {\"evaluation\":1}", "forfeit tampering changed the board"}) {
        const auto parsed = parse_reply(line);
        ASSERT_TRUE(parsed) << line << ": " << parsed.error().message;
        EXPECT_EQ(to_text(*parsed), line);
    }
}

TEST(UgiReply, SkipsWhatItCannotReadOfAnInfo) {
    const Info info = reply<Info>("info depth many nodes 12 score wp nan wdl 1 2 pv 44 zz time 7");
    EXPECT_FALSE(info.depth);
    EXPECT_EQ(info.nodes, 12u);
    EXPECT_FALSE(info.score);
    EXPECT_FALSE(info.win_draw_loss);
    EXPECT_EQ(info.pv, std::vector<Move>{Move(40)});
    EXPECT_EQ(info.time, 7ms);
    EXPECT_EQ(reply<Info>("info meta not json").meta, "");
    EXPECT_EQ(reply<Info>("info meta {\"a\":").meta, "");
    EXPECT_EQ(reply<Info>(std::string_view("info meta {}\0b", 14)).meta, "");
    EXPECT_EQ(reply<Info>("info meta {\"a\":\"\x7f\"}").meta, "");
    EXPECT_EQ(reply<Info>("info meta {\"a\":\r1}").meta, "");
    // Printing deeply nested JSON would overflow the stack.
    const auto nested = [](std::size_t depth) {
        return "{\"a\":" + std::string(depth, '[') + std::string(depth, ']') + "}";
    };
    EXPECT_EQ(reply<Info>("info meta " + nested(20)).meta, nested(20));
    EXPECT_EQ(reply<Info>("info meta " + nested(40)).meta, "");
    EXPECT_EQ(reply<Info>("info score wp 7").score->expected, 1.0);
    EXPECT_FALSE(reply<Info>("info nodes -3").nodes);
}

TEST(UgiReply, MakesTextSafe) {
    EXPECT_EQ(reply<Info>("info string a\x1b[2Jb\xff").text, "a\\x1b[2Jb\\xff");
    EXPECT_EQ(reply<Id>(std::string_view("id name a\0b", 11)).text, "a\\x00b");
}

TEST(UgiReply, ReadsAlgebraicMoves) {
    EXPECT_EQ(std::get<Move>(reply<BestMove>("bestmove a9\r").what), Move(0));
}

TEST(UgiReply, SaysWhatIsWrong) {
    EXPECT_NE(reply_error("bestmove"), "");
    EXPECT_NE(reply_error("bestmove 99"), "");
    EXPECT_NE(reply_error("bestmove 44 40"), "");
    EXPECT_NE(reply_error("forfeit line I won"), "");
    EXPECT_NE(reply_error("option name X type matrix"), "");
    EXPECT_NE(reply_error("option name X"), "");
    EXPECT_NE(reply_error("id nickname X"), "");
    EXPECT_EQ(reply<Unknown>("hello world").word, "hello");
}

}  // namespace
}  // namespace ninefold::protocol::ugi
