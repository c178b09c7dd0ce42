// SPDX-License-Identifier: MIT
#include "arena/referee.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arena/scripted_bot_for_test.h"
#include "arena/self_description.h"
#include "bots/builtin.h"
#include "rules/move_text.h"

namespace ninefold::arena {
namespace {

using namespace std::chrono_literals;
using bots::Answer;
using bots::Question;
using rules::Ending;
using rules::Side;
using testing::HasSubstr;

GameSpec spec_with(const char* time) {
    GameSpec spec;
    spec.x_name = "alice";
    spec.o_name = "bob";
    spec.time_control = *parse_time_control(time);
    return spec;
}

/// A game in which X behaves and O answers with `answer` at its first move.
record::GameRecord against(Answer answer, const char* time = "none") {
    ScriptedBot x = ScriptedBot::first_legal();
    ScriptedBot o([&](const Question&) { return answer; });
    return play_game(spec_with(time), x, o, nullptr, {});
}

TEST(RefereeTest, PlaysToTheEndByTheRules) {
    for (const rules::Ruleset ruleset : rules::kRulesets) {
        ScriptedBot x = ScriptedBot::first_legal(2ms);
        ScriptedBot o = ScriptedBot::first_legal(3ms);
        GameSpec spec = spec_with("tc=60+1");
        spec.start = rules::AnyPosition::start({ruleset, rules::default_tie_break(ruleset)});
        const auto record = play_game(spec, x, o, nullptr, {});
        ASSERT_TRUE(record.ending);
        EXPECT_LE(*record.ending, Ending::kDraw);
        EXPECT_TRUE(record::check(record)) << record::check(record).error().message;
        EXPECT_EQ(record.plies[1].spent, 3ms);
        EXPECT_EQ(record.plies[1].clock, 60s + 1s - 3ms);
        EXPECT_FALSE(record.detail.empty());
    }
}

TEST(RefereeTest, TimesAreRoundedAndNeverDownToTheLimit) {
    const auto late = [](Duration taken, const char* control) {
        return against({rules::Move(1), taken, {}}, control).detail;
    };
    EXPECT_EQ(late(64'719us, "move=60ms"), "O took 64.8 ms for move 1; the limit was 60 ms");
    EXPECT_EQ(late(60ms + 1ns, "move=60ms"), "O took 60.1 ms for move 1; the limit was 60 ms");
    EXPECT_EQ(late(1s, "move=100ms"), "O took 1 s for move 1; the limit was 100 ms");
    EXPECT_EQ(late(10s + 1ns, "move=10s"), "O took 10.01 s for move 1; the limit was 10 s");
    EXPECT_EQ(late(2'345'678us, "game=1.2345678s"),
              "O took 2.346 s for move 1; it had 1.234 s left for the game");
    EXPECT_EQ(late(300s + 1ns, "move=300s"), "O took 300.1 s for move 1; the limit was 300 s");
    EXPECT_EQ(late(51us, "move=50us"), "O took 0.06 ms for move 1; the limit was 0.05 ms");
}

TEST(RefereeTest, EveryFaultHasItsEndingAndSentence) {
    const auto illegal = against({rules::Move(80), 0ns, {}});
    EXPECT_EQ(illegal.ending, Ending::kIllegalMove);
    EXPECT_EQ(illegal.winner, Side::kX);
    EXPECT_EQ(illegal.detail, "O played 88 at move 1: block 8 is not a target; the mover is sent "
                              "to block 0");
    EXPECT_EQ(illegal.plies.size(), 1u);

    const auto late = against({rules::Move(1), 10200ms, {}}, "move=10s");
    EXPECT_EQ(late.ending, Ending::kMoveTime);
    EXPECT_EQ(late.detail, "O took 10.2 s for move 1; the limit was 10 s");

    const auto flagged = against({rules::Move(1), 10200ms, {}}, "game=10s");
    EXPECT_EQ(flagged.ending, Ending::kGameTime);
    EXPECT_EQ(flagged.detail, "O took 10.2 s for move 1; it had 10 s left for the game");

    const auto silent = against({bots::NoAnswer{}, 10001ms, {}}, "move=10s");
    EXPECT_EQ(silent.ending, Ending::kMoveTime);
    EXPECT_EQ(silent.detail, "O had not answered after 10.01 s at move 1; the limit was 10 s");

    const auto crash = against({bots::Failure{Ending::kCrash, "ended by signal SEGV"}, 0ns, {}});
    EXPECT_EQ(crash.ending, Ending::kCrash);
    EXPECT_EQ(crash.winner, Side::kX);
    EXPECT_EQ(crash.detail, "O ended by signal SEGV, at move 1");

    const auto resigned = against({bots::Resignation{}, 0ns, {}});
    EXPECT_EQ(resigned.ending, Ending::kResigned);
    EXPECT_EQ(resigned.winner, Side::kX);

    const auto none = against({bots::NoAnswer{}, 0ns, {}});
    EXPECT_EQ(none.ending, Ending::kGarbage);

    for (const auto* record : {&illegal, &late, &flagged, &silent, &crash, &resigned, &none}) {
        EXPECT_TRUE(record::check(*record));
    }
}

/// The work may be why its opponent was late.
TEST(RefereeTest, WhoWorksAtRestLosesEvenIfItsOpponentIsLate) {
    ScriptedBot x = ScriptedBot::first_legal();
    ScriptedBot o = ScriptedBot::first_legal(11s);
    x.rest_fault = bots::Failure{Ending::kCrash, "kept using the processor"};
    const auto record = play_game(spec_with("move=10s"), x, o, nullptr, {});
    EXPECT_EQ(record.ending, Ending::kCrash);
    EXPECT_EQ(record.winner, Side::kO);
    EXPECT_EQ(record.detail, "X kept using the processor, at move 1");
    EXPECT_TRUE(record::check(record));
}

TEST(RefereeTest, StartFailures) {
    ScriptedBot x = ScriptedBot::first_legal();
    ScriptedBot o = ScriptedBot::first_legal();
    o.start_failure = bots::Failure{Ending::kStartFailed, "said nothing for 10 s"};
    const auto one = play_game(spec_with("none"), x, o, nullptr, {});
    EXPECT_EQ(one.ending, Ending::kStartFailed);
    EXPECT_EQ(one.winner, Side::kX);
    x.start_failure = o.start_failure;
    const auto both = play_game(spec_with("none"), x, o, nullptr, {});
    EXPECT_EQ(both.ending, Ending::kStartFailed);
    EXPECT_FALSE(both.winner);
    EXPECT_TRUE(record::check(both));
}

/// Records are handed round, logs are not.
TEST(RefereeTest, OnlyTheLogSaysWhereFilesLie) {
    ScriptedBot x = ScriptedBot::first_legal();
    ScriptedBot o = ScriptedBot::first_legal();
    o.says_log = "oh";
    o.start_failure = bots::Failure{Ending::kStartFailed, "lacks '/home/eve/my bots/book.txt'"};
    const auto one = play_game(spec_with("none"), x, o, nullptr, {});
    EXPECT_EQ(one.detail, "O lacks 'book.txt', before its first move");
    EXPECT_EQ(one.log, "oh\nO lacks '/home/eve/my bots/book.txt', before its first move\n");
    const auto garbage = against({bots::Failure{Ending::kGarbage, "answered '/4/4'"}, 0ns, {}});
    EXPECT_EQ(garbage.detail, "O answered '/4/4', at move 1") << "what a bot says is quoted";
}

TEST(RefereeTest, TheRecordKeepsWhatBotsCallThemselves) {
    ScriptedBot x = ScriptedBot::first_legal();
    ScriptedBot o = ScriptedBot::first_legal();
    EXPECT_TRUE(play_game(spec_with("none"), x, o, nullptr, {}).tags.empty());
    o.says_name = "Deep\nNine";
    o.says_author = "me";
    const auto record = play_game(spec_with("none"), x, o, nullptr, {});
    EXPECT_EQ(own_name(record, Side::kX), OwnName());
    EXPECT_EQ(own_name(record, Side::kO), (OwnName{"Deep?Nine", "me"}));
    EXPECT_TRUE(record::check(record));
}

TEST(RefereeTest, StopBreaksTheGameOff) {
    EXPECT_FALSE(against({bots::NoAnswer{.stopped = true}, 0ns, {}}).ending);
}

TEST(RefereeTest, EvaluationsAreXs) {
    protocol::Info info;
    info.score = protocol::Score::expecting(0.8);
    info.meta = R"({"evaluation":2})";
    info.depth = 7;
    const auto script = [&](const Question& q) {
        return Answer{*q.position.legal_moves().begin(), 0ns, info};
    };
    ScriptedBot x(script);
    ScriptedBot o(script);
    const auto record = play_game(spec_with("none"), x, o, nullptr, {});
    EXPECT_DOUBLE_EQ(*record.plies[0].eval, 0.8);
    EXPECT_NEAR(*record.plies[1].eval, 0.2, 1e-12);
    EXPECT_EQ(record.plies[1].meta, info.meta);
    EXPECT_EQ(record.plies[1].depth, 7);
}

TEST(RefereeTest, AdjudicatesOnlyWhenBothAgree) {
    const auto sure_of = [](double expected) {
        return [expected](const Question& q) {
            protocol::Info info;
            info.score = protocol::Score::expecting(expected);
            return Answer{*q.position.legal_moves().begin(), 0ns, info};
        };
    };
    GameSpec spec = spec_with("none");
    spec.adjudication = {Adjudicate::kAgree, 0.98, 3};
    ScriptedBot x(sure_of(0.99));
    ScriptedBot pessimist(sure_of(0.01));
    const auto agreed = play_game(spec, x, pessimist, nullptr, {});
    EXPECT_EQ(agreed.ending, Ending::kAdjudicated);
    EXPECT_EQ(agreed.winner, Side::kX);
    EXPECT_EQ(agreed.plies.size(), 6u);
    ScriptedBot optimist(sure_of(0.99));
    EXPECT_NE(play_game(spec, x, optimist, nullptr, {}).ending, Ending::kAdjudicated);
}

TEST(RefereeTest, SameSeedSameGame) {
    GameSpec spec = spec_with("none");
    spec.seed = 42;
    const auto play = [&] {
        auto x = *bots::make_builtin("random");
        auto o = *bots::make_builtin("mcts:sims=50");
        return play_game(spec, *x, *o, nullptr, {}).moves();
    };
    EXPECT_EQ(play(), play());
}

}  // namespace
}  // namespace ninefold::arena
