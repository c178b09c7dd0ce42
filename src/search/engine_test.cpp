// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <chrono>

#include "search/search.h"

namespace ninefold::search {
namespace {

protocol::Limits nodes(std::uint64_t n) {
    protocol::Limits limits;
    limits.nodes = n;
    return limits;
}

TEST(Engine, AnswersFromTheStartUnderAllRules) {
    for (const auto ruleset : rules::kRulesets) {
        for (const auto tie_break : rules::kTieBreaks) {
            auto engine = make_search({.hash_mb = 4});
            const auto start = rules::AnyPosition::start({ruleset, tie_break});
            const auto result = engine->think(start, {}, nodes(20000), {}, {});
            ASSERT_TRUE(result.move.has_value());
            EXPECT_TRUE(start.is_legal(*result.move));
        }
    }
}

TEST(Engine, SameQuestionsSameAnswers) {
    const auto start = rules::AnyPosition::start({});
    auto a = make_search({.hash_mb = 4}), b = make_search({.hash_mb = 4});
    std::vector<rules::Move> moves;
    for (int i = 0; i < 10; ++i) {
        const auto x = a->think(start, moves, nodes(5000), {}, {});
        const auto y = b->think(start, moves, nodes(5000), {}, {});
        ASSERT_EQ(x.move, y.move);
        ASSERT_EQ(x.nodes, y.nodes);
        ASSERT_EQ(x.score, y.score);
        moves.push_back(*x.move);
    }
}

}  // namespace
}  // namespace ninefold::search
