// SPDX-License-Identifier: MIT
#include "server/live_game.h"

#include <limits>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "rules/move_text.h"

namespace ninefold::server {

namespace {

using namespace std::chrono_literals;
using rules::Side;

SteadyTime at(std::chrono::milliseconds since_start) { return SteadyTime{} + 1h + since_start; }

LiveGameSpec two_people(const char* control = "none") {
    LiveGameSpec spec;
    spec.seats = {Seat{Seat::Kind::kHuman, "Ann", "", "token-x"},
                  Seat{Seat::Kind::kHuman, "Bob", "", "token-o"}};
    spec.time_control = *arena::parse_time_control(control);
    return spec;
}

rules::Move move(const char* text) { return *rules::parse_move(text); }

TEST(LiveGameTest, TimeIsChargedToTheMoverAndGivenBackByUndo) {
    LiveGame game("id", two_people("tc=10+1"), at(0ms));
    ASSERT_TRUE(game.play(Side::kX, move("44"), {}, at(4s)));
    EXPECT_EQ(game.to_json({}, at(5s))["clocks"], (Json{{"x", 7.0}, {"o", 9.0}, {"running", "o"}}));
    ASSERT_TRUE(game.undo(Side::kX, {}, at(5s)));
    ASSERT_TRUE(game.undo(Side::kO, true, at(6s)));
    EXPECT_EQ(game.to_json({}, at(6s))["clocks"],
              (Json{{"x", 10.0}, {"o", 10.0}, {"running", "x"}}));
}

TEST(LiveGameTest, AMoveAfterTheLimitEndsTheGame) {
    LiveGame game("id", two_people("game=10s"), at(0ms));
    EXPECT_EQ(game.deadline(), at(10s));
    game.check_time(at(9999ms));
    EXPECT_EQ(game.state(), LiveGame::State::kRunning);
    ASSERT_TRUE(game.play(Side::kX, move("44"), {}, at(10001ms)));
    EXPECT_EQ(game.record().ending, rules::Ending::kGameTime);
    EXPECT_EQ(game.record().winner, Side::kO);
    EXPECT_EQ(game.ply(), 0);
    EXPECT_TRUE(record::check(game.record()));
}

TEST(LiveGameTest, BotsThatMisbehaveLoseAndAreExplained) {
    LiveGameSpec spec = two_people();
    spec.seats[0] = {Seat::Kind::kBot, "bad", "bad", ""};
    LiveGame illegal("id", spec, at(0ms));
    bots::Answer answer;
    answer.what = move("44");
    illegal.take_answer(answer, at(1s));
    ASSERT_TRUE(illegal.play(Side::kO, move("41"), {}, at(2s)));
    illegal.take_answer(answer, at(3s));
    EXPECT_EQ(illegal.record().ending, rules::Ending::kIllegalMove);
    EXPECT_EQ(illegal.record().winner, Side::kO);
    LiveGame silent("id", spec, at(0ms));
    silent.take_answer({bots::NoAnswer{}, {}, {}}, at(1s));
    EXPECT_EQ(silent.record().ending, rules::Ending::kGarbage);
    LiveGame crashed("id", spec, at(0ms));
    crashed.take_answer({bots::Failure{rules::Ending::kCrash, "fell over"}, {}, {}}, at(1s));
    EXPECT_EQ(crashed.record().detail, "X fell over, at move 1");
}

TEST(LiveGameTest, WhatIsSavedIsReadBack) {
    LiveGame game("abc", two_people("tc=600+2"), at(0ms));
    ASSERT_TRUE(game.play(Side::kX, move("44"), {}, at(3s)));
    ASSERT_TRUE(game.play(Side::kO, move("40"), {}, at(5s)));
    ASSERT_TRUE(game.undo(Side::kO, {}, at(6s)));
    const auto read = LiveGame::load("abc", game.save(), std::nullopt, at(5s));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->save(), game.save());
    EXPECT_EQ(read->to_json({}, at(5s)), game.to_json({}, at(5s)));
    EXPECT_TRUE(read->player("token-o"));
    EXPECT_FALSE(LiveGame::load("abc", "{}", std::nullopt, at(0s)));
    EXPECT_FALSE(LiveGame::load("abc", "nonsense", std::nullopt, at(0s)));
    for (const std::int64_t kind : {std::int64_t{3}, std::int64_t{-1}, std::int64_t{1} << 32}) {
        Json damaged = Json::parse(game.save());
        damaged["o"]["kind"] = kind;
        EXPECT_FALSE(LiveGame::load("abc", damaged.dump(), std::nullopt, at(0s))) << kind;
    }
    for (const char* name : {"bot_time_ms", "pace_ms", "seq"}) {
        Json damaged = Json::parse(game.save());
        damaged[name] = 1e300;  // no whole number can hold it
        EXPECT_FALSE(LiveGame::load("abc", damaged.dump(), std::nullopt, at(0s))) << name;
    }
}

/// A random game in which X is a bot that claims to search as deep as numbers go.
LiveGame random_game(const LiveGameSpec& spec, std::uint64_t seed) {
    LiveGame game("abc", spec, at(0ms));
    base::Rng rng(seed);
    while (game.state() == LiveGame::State::kRunning) {
        const auto legal = game.position().legal_moves();
        const rules::Move chosen = legal.nth(rng.below(static_cast<unsigned>(legal.size())));
        bots::Answer answer{chosen, {}, {}};
        answer.info.depth = std::numeric_limits<int>::max();
        if (game.position().side() == Side::kX) game.take_answer(answer, at(0ms));
        else EXPECT_TRUE(game.play(Side::kO, chosen, {}, at(0ms)));
    }
    return game;
}

TEST(LiveGameTest, TheLongestClocksAndTheDeepestSearchesAreReadBack) {
    LiveGameSpec spec = two_people("tc=31536000+31536000");  // the longest that is accepted
    spec.seats[0] = {Seat::Kind::kBot, "deep", "deep", ""};
    std::uint64_t seed = 1;
    LiveGame game = random_game(spec, seed);
    while (game.ply() < 70) game = random_game(spec, ++seed);
    const auto read = LiveGame::load("abc", game.save(), std::nullopt, at(0ms));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->save(), game.save());
}

TEST(LiveGameTest, EventsAreNumberedByTheGame) {
    LiveGameSpec spec = two_people();
    spec.seats[1] = {Seat::Kind::kOpen, "", "", ""};
    LiveGame game("id", spec, at(0ms));
    EXPECT_EQ(game.play(Side::kX, move("44"), {}, at(0ms)).error().code, "not-started");
    EXPECT_EQ(game.join("wrong", "Bob", "t", at(0ms)).error().code, "wrong-token");
    const std::string secret = game.secret();
    ASSERT_TRUE(game.join(secret, "Bob", "t", at(0ms)));
    EXPECT_EQ(game.join(secret, "Eve", "e", at(0ms)).error().code, "taken");
    EXPECT_EQ(game.take_events().size(), 2u);
    EXPECT_EQ(game.seq(), 2u);
    EXPECT_TRUE(game.take_events().empty());
}

}  // namespace

}  // namespace ninefold::server
