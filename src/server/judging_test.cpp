// SPDX-License-Identifier: MIT
// Matches and live games are judged alike: the same answers give the same record.
#include <gtest/gtest.h>

#include "arena/referee.h"
#include "arena/scripted_bot_for_test.h"
#include "rules/move_text.h"
#include "server/live_game.h"

namespace ninefold::server {

namespace {

using namespace std::chrono_literals;
using bots::Answer;
using rules::Ending;
using Script = std::vector<Answer>;

constexpr const char* kLog = "Traceback: the board is round";

rules::Move square(const char* text) { return *rules::parse_move(text); }

Answer thoughtful(const char* move, bots::Duration elapsed, double expected, std::string meta) {
    Answer answer{square(move), elapsed, {}};
    answer.info.score = protocol::Score::expecting(expected);
    answer.info.depth = 7;
    answer.info.meta = std::move(meta);
    return answer;
}

/// What is answered.
struct Kind {
    const char* name;
    Answer answer;
};

std::vector<Kind> kinds() {
    return {
        {"Move", {square("40"), 100ms, {}}},
        {"LateMove", {square("40"), 10s, {}}},
        {"MoveAtTheLimit", {square("40"), 2s, {}}},
        {"IllegalMove", {square("88"), 100ms, {}}},
        {"LateIllegalMove", {square("88"), 10s, {}}},
        {"Garbage", {bots::Failure{Ending::kGarbage, "said 'bestmove e4'"}, 1s, {}}},
        {"Crash", {bots::Failure{Ending::kCrash, "ended by signal SEGV \xff"}, 10s, {}}},
        {"StartFailure", {bots::Failure{Ending::kStartFailed, "said nothing for 10 s"}, 0s, {}}},
        {"EarlySilence", {bots::NoAnswer{}, 1ms, {}}},
        {"LateSilence", {bots::NoAnswer{}, 10s, {}}},
        {"Resignation", {bots::Resignation{}, 100ms, {}}},
        {"LateResignation", {bots::Resignation{}, 10s, {}}},
        {"Evaluation", thoughtful("40", 20ms, 0.75, R"({ "pv" : [ 1 ] })")},
        {"MetaThatIsNone", thoughtful("40", 20ms, 1.5, "[1, 2")},
        {"MuchMeta", thoughtful("40", 20ms, -1, R"({"a":")" + std::string(5000, 'a') + "\"}")},
    };
}

constexpr std::array kClocks = {"none",
                                "move=2s",
                                "game=5s",
                                "tc=2+1",
                                "first=3s,move=1s",
                                "soft=100ms,hard=5s",
                                "move=1s,game=2s",
                                "X move=10s; O move=50ms"};

LiveGameSpec two_bots(const char* clock) {
    LiveGameSpec spec;
    spec.seats = {Seat{Seat::Kind::kBot, "Ann", "ann", ""},
                  Seat{Seat::Kind::kBot, "Bob", "bob", ""}};
    spec.time_control = *arena::parse_time_controls(clock);
    spec.opening = {square("11")};
    spec.bot_time = 24h;
    return spec;
}

record::GameRecord undated(record::GameRecord record) {
    record.date.clear();
    return record;
}

record::GameRecord by_referee(const Script& script, const char* clock) {
    arena::GameSpec spec;
    spec.id = "id";
    spec.x_name = "Ann";
    spec.o_name = "Bob";
    spec.time_control = *arena::parse_time_controls(clock);
    spec.opening = {square("11")};
    const auto scripted = [&](const bots::Question& question) {
        return script.at(question.moves.size() - spec.opening.size());
    };
    arena::ScriptedBot x(scripted);
    arena::ScriptedBot o(scripted);
    x.says_log = o.says_log = kLog;
    return undated(arena::play_game(spec, x, o, nullptr, {}));
}

void answer(LiveGame& game, Answer with) {
    with.log = kLog;
    game.take_answer(with, SteadyTime{} + 1h);
}

/// Each answer in turn. After `restarted_at` of them the server begins again with what was kept.
record::GameRecord live(const Script& script, const char* clock, std::size_t restarted_at = 99) {
    LiveGame game("id", two_bots(clock), SteadyTime{} + 1h);
    for (std::size_t i = 0; i < script.size() && game.state() == LiveGame::State::kRunning; ++i) {
        if (i == restarted_at) game = *LiveGame::load("id", game.save(), {}, SteadyTime{} + 2h);
        answer(game, script[i]);
    }
    return undated(game.record());
}

using Case = std::tuple<std::size_t, const char*>;  ///< which of kinds(), under which clock
class JudgingTest : public testing::TestWithParam<Case> {
protected:
    const char* clock() const { return std::get<1>(GetParam()); }
    /// A move, then what is judged; where the game goes on, somebody resigns.
    Script script() const {
        return {thoughtful("14", 30ms, 0.75, R"({"seen":3})"),
                kinds()[std::get<0>(GetParam())].answer,
                {bots::Resignation{}, 10ms, {}}};
    }
};

TEST_P(JudgingTest, TheRefereeAndTheServerWriteTheSameRecord) {
    const record::GameRecord record = by_referee(script(), clock());
    ASSERT_TRUE(record.ending);
    EXPECT_TRUE(record::check(record));
    EXPECT_EQ(live(script(), clock()), record);
    EXPECT_EQ(record.log, rules::is_forfeit(*record.ending) ? kLog : "") << record.detail;
}

TEST_P(JudgingTest, ARestartChangesNothing) {
    for (const std::size_t at : {0, 1, 2}) {
        EXPECT_EQ(live(script(), clock(), at), live(script(), clock()));
    }
}

TEST_P(JudgingTest, WhatWasTakenBackLeavesNoTrace) {
    arena::GameSpec spec;
    spec.time_control = *arena::parse_time_controls(clock());
    arena::GameInProgress straight(spec);
    straight.accept({square("44"), 30ms, {}});
    arena::GameInProgress winding = straight;
    winding.accept({square("40"), 40ms, {}});
    winding.accept({square("04"), 900ms, {}});
    winding.take_back_to(1);
    for (arena::GameInProgress* game : {&straight, &winding}) {
        game->accept(script()[1]);
        if (!game->has_ended()) game->accept(script()[2]);
    }
    EXPECT_EQ(undated(winding.record()), undated(straight.record()));
}

INSTANTIATE_TEST_SUITE_P(Answers, JudgingTest,
                         testing::Combine(testing::Range<std::size_t>(0, kinds().size()),
                                          testing::ValuesIn(kClocks)),
                         [](const testing::TestParamInfo<Case>& info) {
                             return fmt::format("{}_{}", kinds()[std::get<0>(info.param)].name,
                                                info.index);
                         });

TEST(JudgedGameTest, AWholeGameIsTheSame) {
    Script script;
    rules::AnyPosition position = rules::AnyPosition().after(square("11"));
    while (!position.is_over()) {
        script.push_back({*position.legal_moves().begin(), 5ms, {}});
        position = position.after(*position.legal_moves().begin());
    }
    EXPECT_EQ(live(script, "tc=60+1", 20), by_referee(script, "tc=60+1"));
}

TEST(JudgedGameTest, ABotIsNotWaitedForLongerThanTheServerDoes) {
    LiveGameSpec spec = two_bots("none");
    spec.bot_time = 3s;
    LiveGame game("id", spec, SteadyTime{});
    answer(game, {bots::NoAnswer{}, 3s + 1ms, {}});
    EXPECT_EQ(game.record().ending, Ending::kMoveTime);
    EXPECT_EQ(game.record().detail,
              "O had not answered after 3.001 s at move 1; the limit was 3 s");
    EXPECT_EQ(game.record().log, kLog);
}

}  // namespace

}  // namespace ninefold::server
