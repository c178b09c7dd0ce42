// SPDX-License-Identifier: MIT
#include "search/solver.h"

#include <gtest/gtest.h>

#include <unordered_map>

#include "search/late_position_for_test.h"
#include "search/tactics.h"

namespace ninefold::search {
namespace {

/// Nothing but the rules: the reference.
template <rules::Ruleset R>
int minimax(const rules::Position<R>& p, std::unordered_map<std::uint64_t, int>& memory) {
    if (p.is_over()) return p.outcome().points(p.side());
    if (const auto found = memory.find(p.hash()); found != memory.end()) return found->second;
    int best = -1;
    for (const rules::Move move : p.legal_moves()) {
        best = std::max(best, -minimax(p.after(move), memory));
        if (best == 1) break;
    }
    return memory[p.hash()] = best;
}

int minimax(const rules::AnyPosition& p) {
    return p.visit([](const auto& position) {
        std::unordered_map<std::uint64_t, int> memory;
        return minimax(position, memory);
    });
}

TEST(Solver, AgreesWithPlainMinimaxUnderAllRules) {
    const auto solver = make_solver(8);
    std::array<int, 3> seen{};
    for (const auto ruleset : rules::kRulesets) {
        for (const auto tie_break : rules::kTieBreaks) {
            for (std::uint64_t seed = 0; seed < 60; ++seed) {
                const int cells = 10 + static_cast<int>(seed % 8);
                const auto p = late_position({ruleset, tie_break}, cells, seed);
                const auto found = solver->solve(p, {});
                ASSERT_TRUE(found.result.has_value());
                const int truth = minimax(p);
                ASSERT_EQ(*found.result, truth) << rules::name(p.rules()) << " seed " << seed;
                ASSERT_TRUE(found.move && p.is_legal(*found.move));
                ASSERT_EQ(-minimax(p.after(*found.move)), truth) << "the move must keep the result";
                ++seen[static_cast<std::size_t>(truth) + 1];
            }
        }
    }
    for (const int count : seen) EXPECT_GT(count, 20);
}

TEST(Solver, GivesUpWithBoundsWhenLimited) {
    const auto solver = make_solver(8);
    SolveLimits limits;
    limits.nodes = 1000;
    const auto found = solver->solve(rules::AnyPosition::start({}), limits);
    EXPECT_FALSE(found.result.has_value());
    EXPECT_LE(found.low, found.high);
    EXPECT_LT(found.nodes, 100'000u);
}

TEST(Solver, KnowsFinishedGames) {
    auto p = late_position({}, 6, 3);
    while (!p.is_over()) p = p.after(*p.legal_moves().begin());
    const auto found = make_solver(4)->solve(p, {});
    ASSERT_TRUE(found.result.has_value());
    EXPECT_EQ(*found.result, minimax(p));
    EXPECT_FALSE(found.move.has_value());
}

TEST(Solver, StopsWhenAsked) {
    std::stop_source source;
    source.request_stop();
    SolveLimits limits;
    limits.stop = source.get_token();
    EXPECT_FALSE(make_solver(4)->solve(rules::AnyPosition::start({}), limits).result.has_value());
}

}  // namespace
}  // namespace ninefold::search
