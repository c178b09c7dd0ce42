// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#ifdef __GLIBC__
#include <malloc.h>
#include <sys/resource.h>
#endif

#include <array>
#include <atomic>
#include <chrono>
#include <thread>

#include "base/rng.h"
#include "rules/position_text.h"
#include "search/bench.h"
#include "search/search.h"
#include "search/solver.h"

namespace ninefold::search {
namespace {

using namespace std::chrono_literals;
using Kind = protocol::Score::Kind;

protocol::Limits nodes(std::uint64_t n) {
    protocol::Limits limits;
    limits.nodes = n;
    return limits;
}

SearchOptions small() {
    SearchOptions options;
    options.hash_mb = 4;
    return options;
}

rules::AnyPosition random_position(rules::Rules rules, int plies, std::uint64_t seed) {
    for (;; ++seed) {
        base::Rng rng(seed * 1000);
        auto p = rules::AnyPosition::start(rules);
        for (int i = 0; i < plies && !p.is_over(); ++i) {
            const auto legal = p.legal_moves();
            p = p.after(legal.nth(rng.below(static_cast<unsigned>(legal.size()))));
        }
        if (!p.is_over()) return p;
    }
}

TEST(Engine, AnswersUnderAllRulesAndLevels) {
    for (const auto ruleset : rules::kRulesets) {
        for (const auto tie_break : rules::kTieBreaks) {
            auto options = small();
            for (const int level : {1, 4, 8, 10, -3, 99}) {
                options.level = level;
                const auto p = random_position({ruleset, tie_break}, 10 * (level & 3), 1);
                const auto result = make_search(options)->think(p, {}, nodes(3000), {}, {});
                ASSERT_TRUE(result.move.has_value());
                EXPECT_TRUE(p.is_legal(*result.move));
            }
        }
    }
}

TEST(Engine, SameQuestionsSameAnswers) {
    const auto start = rules::AnyPosition::start({});
    const auto a = make_search(small()), b = make_search(small());
    std::vector<rules::Move> moves;
    for (int i = 0; i < 40; ++i) {
        const auto x = a->think(start, moves, nodes(3000), {}, {});
        const auto y = b->think(start, moves, nodes(3000), {}, {});
        ASSERT_EQ(x.move, y.move);
        if (!x.move) break;
        ASSERT_EQ(x.nodes, y.nodes);
        ASSERT_EQ(x.score, y.score);
        moves.push_back(*x.move);
    }
}

TEST(Engine, FindsProvenResultsThatTheSolverConfirms) {
    auto options = small();
    options.use_solver = false;
    const auto engine = make_search(options);
    const auto solver = make_solver(8);
    int wins = 0, losses = 0;
    for (std::uint64_t seed = 0; seed < 90; ++seed) {
        const auto ruleset = rules::kRulesets[seed % 3];
        const auto p = random_position({ruleset}, 36 + static_cast<int>(seed % 12), seed);
        const auto result = engine->think(p, {}, nodes(30000), {}, {});
        if (result.score.kind == Kind::kExpected) continue;
        SolveLimits limits;
        limits.nodes = 2'000'000;
        const auto truth = solver->solve(p, limits);
        if (!truth.result) continue;
        ASSERT_EQ(*truth.result, result.score.kind == Kind::kWin ? 1 : -1) << rules::to_text(p);
        ++(result.score.kind == Kind::kWin ? wins : losses);
    }
    EXPECT_GT(wins, 3);
    EXPECT_GT(losses, 3);
}

TEST(Engine, NeverSpoilsAWinThatTheSolverSees) {
    const auto engine = make_search(small());
    const auto solver = make_solver(8);
    int seen = 0;
    for (std::uint64_t seed = 100; seed < 130; ++seed) {
        const auto p = random_position({}, 44, seed);
        if (playable_cells(p) > 27) continue;
        const auto truth = solver->solve(p, {});
        const auto result = engine->think(p, {}, nodes(2'000'000), {}, {});
        const auto child = p.after(*result.move);
        const auto after = solver->solve(child, {});
        ASSERT_EQ(-*after.result, *truth.result) << rules::to_text(p);
        ++seen;
    }
    EXPECT_GT(seen, 5);
}

TEST(Engine, TakesAWinInOneWhereverItIsSent) {
    const auto engine = make_search(small());
    int seen = 0;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        const auto p = random_position({rules::kRulesets[seed % 3]}, 40, seed);
        bool wins = false;
        for (const auto move : p.legal_moves()) {
            const auto child = p.after(move);
            wins = wins || (child.is_over() && child.outcome().winner == p.side());
        }
        if (!wins) continue;
        const auto result = engine->think(p, {}, nodes(500), {}, {});
        EXPECT_EQ(result.score, protocol::Score::win_in(1));
        EXPECT_TRUE(p.after(*result.move).is_over());
        ++seen;
    }
    EXPECT_GT(seen, 5);
}

TEST(Engine, HasNoMoveWhereThereIsNone) {
    auto p = rules::AnyPosition::start({});
    base::Rng rng(5);
    std::vector<rules::Move> moves;
    while (!p.is_over()) {
        const auto legal = p.legal_moves();
        moves.push_back(legal.nth(rng.below(static_cast<unsigned>(legal.size()))));
        p = p.after(moves.back());
    }
    const auto engine = make_search(small());
    EXPECT_FALSE(engine->think(p, {}, nodes(100), {}, {}).move.has_value());
    const auto start = rules::AnyPosition::start({});
    EXPECT_FALSE(engine->think(start, moves, nodes(100), {}, {}).move.has_value());
    const std::vector<rules::Move> illegal = {rules::Move(0), rules::Move(80)};
    EXPECT_FALSE(engine->think(start, illegal, nodes(100), {}, {}).move.has_value());
    EXPECT_FALSE(engine->think(start, {rules::Move(127)}, nodes(100), {}, {}).move.has_value());
}

TEST(Engine, ShowsSeveralLinesBestFirst) {
    auto options = small();
    options.multi_pv = 3;
    int lines = 0;
    const auto result =
        make_search(options)->think(rules::AnyPosition::start({}), {}, nodes(20000), {},
                                    [&](const protocol::Info& info) {
                                        lines = std::max(lines, info.multi_pv.value_or(0));
                                        EXPECT_FALSE(info.pv.empty());
                                    });
    EXPECT_EQ(lines, 3);
    ASSERT_EQ(result.lines.size(), 3u);
    EXPECT_GE(result.lines[0].score.expected, result.lines[1].score.expected);
    EXPECT_GE(result.lines[1].score.expected, result.lines[2].score.expected);
    EXPECT_NE(result.lines[0].move, result.lines[1].move);
}

/// A search that is cut off while it looks again with a wider window must not say "even".
TEST(Engine, KeepsWhatItFoundWhereverItIsCutOff) {
    const auto position = rules::parse_position(
        "x2x1ox1x/o3oo2o/o2o1o2x/2x1x1x2/1x1o5/oxxx1xoo1/o2o1x3/1x6o/o1xo1x3 x 7 standard");
    ASSERT_TRUE(position);
    const auto engine = make_search({.hash_mb = 1});
    for (std::uint64_t nodes = 2000; nodes < 6000; nodes += 37) {
        engine->new_game();
        protocol::Limits limits;
        limits.nodes = nodes;
        const auto result = engine->think(*position, {}, limits, {}, {});
        EXPECT_NE(result.value, 0) << nodes << " nodes";
    }
}

/// New options leave nothing behind of what was learnt before.
TEST(Engine, ForgetsAsIfItWereNew) {
    for (const int level : {2, SearchOptions::kFullLevel}) {
        const SearchOptions options{.hash_mb = 1, .level = level, .seed = 2};
        const auto used = make_search({.hash_mb = 1, .level = level, .seed = 1});
        (void)used->think(random_position({}, 20, 1), {}, nodes(30'000), {}, {});
        used->set_options(options);
        for (const int plies : {0, 12, 30}) {
            const auto p = random_position({}, plies, 5);
            const auto fresh = make_search(options);
            used->new_game();
            const auto expected = fresh->think(p, {}, nodes(20'000), {}, {});
            const auto found = used->think(p, {}, nodes(20'000), {}, {});
            EXPECT_EQ(found.move, expected.move) << plies << " plies";
            EXPECT_EQ(found.value, expected.value) << plies << " plies";
            EXPECT_EQ(found.nodes, expected.nodes) << plies << " plies";
        }
    }
}

#ifdef __GLIBC__
/// A server asks one engine for many, each with options of their own. If each question took new
/// memory, what else the server allocates meanwhile would leave gaps, and its heap would grow.
TEST(Engine, TakesNoNewMemoryForNewOptions) {
    constexpr int kQuestions = 50;
    mallopt(M_MMAP_THRESHOLD, 128 * 1024);  // what is larger is new to the process each time
    const auto faults = [] {
        rusage usage{};
        getrusage(RUSAGE_SELF, &usage);
        return usage.ru_minflt;
    };
    auto options = small();
    const auto engine = make_search(options);
    const auto ask = [&](int lines) {
        options.multi_pv = lines;
        engine->set_options(options);
        EXPECT_TRUE(engine->think(rules::AnyPosition::start({}), {}, nodes(500), {}, {}).move);
    };
    // Until the table has all its pages.
    for (int i = 0; i < kQuestions; ++i) ask(1 + i % 3);
    engine->prepare({});
    const auto before = faults();
    for (int i = 0; i < kQuestions; ++i) ask(1 + i % 3);
    EXPECT_LT(faults() - before, 10 * kQuestions) << "pages";  // a worker has 70
}
#endif

/// Points of level `a` in `games` games against level `b`.
double points_of_level(int a, int b, int games) {
    const std::array engines = {make_search({.hash_mb = 1, .level = a}),
                                make_search({.hash_mb = 1, .level = b})};
    double points = 0;
    for (int game = 0; game < games; ++game) {
        for (const auto& engine : engines) {
            SearchOptions options = engine->options();
            options.seed = static_cast<std::uint64_t>(game / 2 + 1);
            engine->set_options(options);
        }
        rules::AnyPosition p;
        const auto a_side = game % 2 == 0 ? rules::Side::kX : rules::Side::kO;
        while (!p.is_over()) {
            p = p.after(*engines[p.side() == a_side ? 0 : 1]->think(p, {}, {}, {}, {}).move);
        }
        const auto winner = p.outcome().winner;
        points += !winner ? 0.5 : *winner == a_side ? 1 : 0;
    }
    return points;
}

TEST(Engine, EachLevelBeatsTheOneBelow) {
    for (int level = 2; level <= 7; ++level) {
        const double points = points_of_level(level, level - 1, 40);
        EXPECT_GT(points, 22) << "level " << level;
        EXPECT_LT(points, 38) << "level " << level;
    }
}

TEST(Engine, LinesArePlayable) {
    const auto p = random_position({}, 12, 3);
    make_search(small())->think(p, {}, nodes(50000), {}, [&](const protocol::Info& info) {
        auto q = p;
        for (const auto move : info.pv) {
            ASSERT_TRUE(q.is_legal(move));
            q = q.after(move);
        }
    });
}

TEST(Engine, StopsSoonWhenAsked) {
    for (const int threads : {1, 3}) {
        auto options = small();
        options.threads = threads;
        const auto engine = make_search(options);
        std::stop_source source;
        protocol::Limits limits;
        limits.infinite = true;
        std::chrono::steady_clock::time_point asked;
        std::jthread stopper([&] {
            std::this_thread::sleep_for(50ms);
            asked = std::chrono::steady_clock::now();
            source.request_stop();
        });
        const auto result =
            engine->think(rules::AnyPosition::start({}), {}, limits, source.get_token(), {});
        stopper.join();
        EXPECT_LT(std::chrono::steady_clock::now() - asked, 10s);  // 1 ms on an idle machine
        EXPECT_TRUE(result.move.has_value());
    }
}

TEST(Engine, PondersUntilHit) {
    const auto engine = make_search(small());
    protocol::Limits limits;
    limits.ponder = true;
    limits.move_time = 1ms;
    std::atomic<bool> hit{false};
    std::jthread opponent([&] {
        std::this_thread::sleep_for(50ms);
        hit = true;
        engine->ponder_hit();
    });
    const auto result = engine->think(rules::AnyPosition::start({}), {}, limits, {}, {});
    EXPECT_TRUE(hit);
    EXPECT_TRUE(result.move.has_value());
}

TEST(Engine, AnswersAbsurdTimeControls) {
    const auto engine = make_search(small());
    for (const Duration limit : {Duration(0), Duration(-1s), Duration(1us)}) {
        protocol::Limits limits;
        limits.move_time = limit;
        EXPECT_TRUE(engine->think(rules::AnyPosition::start({}), {}, limits, {}, {}).move);
    }
}

TEST(Engine, AnswersAtOnceWhenForcedOrProven) {
    const auto engine = make_search(small());
    const auto p = random_position({}, 50, 7);
    protocol::Limits limits;
    limits.move_time = 20s;
    const auto begin = std::chrono::steady_clock::now();
    if (playable_cells(p) <= 24) engine->think(p, {}, limits, {}, {});
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 10s);
}

TEST(Engine, WinsEveryGameAsXUnderOpenRules) {
    const auto engine = make_search(small());
    const rules::Rules open{rules::Ruleset::kOpen};
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
        base::Rng rng(seed);
        engine->new_game();
        auto p = rules::AnyPosition::start(open);
        while (!p.is_over()) {
            const auto legal = p.legal_moves();
            p = p.after(p.side() == rules::Side::kX
                            ? *engine->think(p, {}, nodes(2000), {}, {}).move
                            : legal.nth(rng.below(static_cast<unsigned>(legal.size()))));
        }
        EXPECT_EQ(p.outcome().winner, rules::Side::kX);
        EXPECT_LE(p.ply(), 43);
    }
}

TEST(Bench, GivesTheSameNumberTwice) { EXPECT_EQ(run_bench(4).nodes, run_bench(4).nodes); }

}  // namespace
}  // namespace ninefold::search
