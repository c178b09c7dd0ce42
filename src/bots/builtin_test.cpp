// SPDX-License-Identifier: MIT
#include "bots/builtin.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bots/simple_brains.h"
#include "rules/position_text.h"

namespace ninefold::bots {
namespace {

using namespace std::chrono_literals;
using rules::AnyPosition;
using rules::Move;
using rules::Side;
using testing::HasSubstr;

std::unique_ptr<Bot> make(std::string_view spec) {
    auto bot = make_builtin(spec);
    EXPECT_TRUE(bot) << (bot ? "" : bot.error().message);
    return bot ? std::move(*bot) : nullptr;
}

std::string error_of(std::string_view spec) {
    const auto bot = make_builtin(spec);
    return bot ? "" : bot.error().message;
}

Answer ask(Bot& bot, const AnyPosition& position, const protocol::Limits& limits = {},
           std::optional<Duration> deadline = {}) {
    const std::vector<Move> moves;
    return bot.ask({position, moves, position, limits, deadline, {}}, {});
}

/// Plays a game and returns its moves; every answer is checked for legality.
std::vector<Move> play(Bot& x, Bot& o, rules::Rules rules, std::uint64_t seed,
                       std::optional<Side>* winner = nullptr) {
    const AnyPosition start = AnyPosition::start(rules);
    AnyPosition position = start;
    std::vector<Move> moves;
    EXPECT_FALSE(x.new_game({start, Side::kX, seed, 0}));
    EXPECT_FALSE(o.new_game({start, Side::kO, seed, 0}));
    while (!position.is_over()) {
        Bot& mover = position.side() == Side::kX ? x : o;
        const Answer answer = mover.ask({start, moves, position, {}, {}, {}}, {});
        const Move* move = std::get_if<Move>(&answer.what);
        if (move == nullptr || !position.is_legal(*move)) {
            ADD_FAILURE() << (&mover == &x ? "X" : "O") << " gave no legal move";
            break;
        }
        moves.push_back(*move);
        position = position.after(*move);
    }
    if (winner != nullptr && position.is_over()) *winner = position.outcome().winner;
    return moves;
}

/// Score of `a` over games against `b`, sides alternating.
double score(Bot& a, Bot& b, int games) {
    double points = 0;
    for (int i = 0; i < games; ++i) {
        std::optional<Side> winner;
        const bool a_is_x = i % 2 == 0;
        play(a_is_x ? a : b, a_is_x ? b : a, {}, static_cast<std::uint64_t>(i), &winner);
        points += !winner ? 0.5 : (*winner == Side::kX) == a_is_x ? 1 : 0;
    }
    return points / games;
}

TEST(Builtin, EveryBotPlaysLegalGamesUnderAllRules) {
    for (const std::string spec :
         {"random", "first", "greedy", "minimax:depth=2", "mcts:sims=50"}) {
        for (const rules::Ruleset ruleset : rules::kRulesets) {
            for (const rules::TieBreak tie_break : rules::kTieBreaks) {
                const auto a = make(spec);
                const auto b = make("random");
                for (std::uint64_t seed = 0; seed < 5; ++seed) {
                    EXPECT_GE(play(*a, *b, {ruleset, tie_break}, seed).size(), 17u);
                    EXPECT_GE(play(*b, *a, {ruleset, tie_break}, seed).size(), 17u);
                }
            }
        }
    }
}

TEST(Builtin, GamesFollowFromTheSeed) {
    for (const std::string spec : {"random", "greedy", "minimax:depth=3", "mcts:sims=100"}) {
        const auto a = make(spec);
        const auto b = make(spec);
        const auto game = play(*a, *b, {}, 7);
        play(*a, *b, {}, 8);
        EXPECT_EQ(play(*a, *b, {}, 7), game) << spec;
        // Minimax rarely has two moves of one value to choose from.
        if (spec.starts_with("minimax")) continue;
        EXPECT_NE(play(*a, *b, {}, 9), game) << spec;
    }
}

TEST(Builtin, StrongerBotsBeatWeakerOnes) {
    const auto random = make("random");
    const auto greedy = make("greedy");
    const auto minimax = make("minimax:depth=3");
    const auto mcts = make("mcts:sims=300");
    EXPECT_GT(score(*greedy, *random, 100), 0.7);
    EXPECT_GT(score(*minimax, *greedy, 20), 0.6);
    EXPECT_GT(score(*mcts, *greedy, 20), 0.6);
}

TEST(Builtin, WinsAtOnceWhereItCan) {
    // X owns blocks 0 and 1 and completes block 2, to which O's last move sent it.
    const auto position =
        rules::parse_position("xxx6/xxx6/xx7/o8/2o6/oo1o5/o8/2o6/2o6 x 2 standard");
    ASSERT_TRUE(position) << position.error().message;
    for (const std::string spec : {"greedy", "minimax:depth=1", "mcts:sims=500"}) {
        const auto bot = make(spec);
        const Answer answer = ask(*bot, *position);
        EXPECT_EQ(std::get<Move>(answer.what), Move(20)) << spec;
    }
}

TEST(Builtin, KeepsToTheClock) {
    for (const std::string spec : {"mcts", "minimax:depth=81"}) {
        const auto bot = make(spec);
        protocol::Limits limits;
        limits.move_time = 30ms;
        const Answer answer = ask(*bot, AnyPosition(), limits, 30ms);
        EXPECT_TRUE(std::holds_alternative<Move>(answer.what));
        EXPECT_GT(answer.elapsed, 10ms) << spec;
        EXPECT_LT(answer.elapsed, 10s) << spec;
        EXPECT_TRUE(answer.info.score) << spec;
    }
}

TEST(Builtin, StopsOnDemand) {
    const auto bot = make("mcts:sims=1000000000");
    const std::vector<Move> moves;
    const AnyPosition start;
    std::stop_source stop;
    stop.request_stop();
    const Answer answer = bot->ask({start, moves, start, {}, {}, {}}, stop.get_token());
    EXPECT_TRUE(std::holds_alternative<Move>(answer.what));
}

TEST(Builtin, LimitsOfTheQuestionComeFirst) {
    protocol::Limits limits;
    limits.nodes = 64;
    EXPECT_EQ(ask(*make("mcts:sims=5000"), AnyPosition(), limits).info.nodes, 64u);
    protocol::Limits shallow;
    shallow.depth = 2;
    EXPECT_EQ(ask(*make("minimax:depth=5"), AnyPosition(), shallow).info.depth, 2);
}

TEST(Builtin, SaysWhatIsWrongWithASpecification) {
    EXPECT_EQ(error_of("deepblue"),
              "there is no built-in bot 'deepblue'; there are random, first, greedy, minimax, "
              "mcts");
    EXPECT_THAT(error_of("random:x=1"), HasSubstr("'x=1' is not an option of random"));
    EXPECT_THAT(error_of("minimax:depth=0"), HasSubstr("from 1 to 81"));
    EXPECT_THAT(error_of("mcts:sims=many"), HasSubstr("'many'"));
    EXPECT_THAT(error_of("mcts:c=nan"), HasSubstr("'nan'"));
    EXPECT_THAT(error_of("mcts:sims="), HasSubstr("sims"));
    EXPECT_TRUE(is_builtin("mcts:sims=3"));
    EXPECT_FALSE(is_builtin("ugi:./bot"));
    EXPECT_NE(make("mcts:sims=3,c=1.5"), nullptr);
}

}  // namespace
}  // namespace ninefold::bots
