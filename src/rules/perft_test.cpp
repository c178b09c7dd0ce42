// SPDX-License-Identifier: MIT
#include "rules/perft.h"

#include <gtest/gtest.h>

#include <vector>

#include "rules/random_walk_for_test.h"

namespace ninefold::rules {
namespace {

/// Move trees from the start, depth 1 upwards; `make perft-deep` counts the deeper ones.
template <Ruleset R>
void expect_counts(const std::vector<std::uint64_t>& counts) {
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const int depth = static_cast<int>(i) + 1;
        EXPECT_EQ(perft(Position<R>(), depth, Counting::kBulk), counts[i]) << "depth " << depth;
        EXPECT_EQ(perft(Position<R>(), depth, Counting::kEveryLeaf), counts[i])
            << "depth " << depth;
    }
}

TEST(PerftTest, Standard) {
    expect_counts<Ruleset::kStandard>({81, 720, 6336, 55080, 473256, 4020960, 33782544});
}

TEST(PerftTest, Open) {
    expect_counts<Ruleset::kOpen>({81, 720, 6336, 55080, 473256, 4017888, 33702480});
}

TEST(PerftTest, Correspondence) {
    expect_counts<Ruleset::kCorrespondence>({81, 1360, 22560, 369344, 5968528});
}

TEST(PerftTest, DepthNoughtIsThePositionItself) {
    EXPECT_EQ(perft(StandardPosition(), 0), 1u);
    EXPECT_EQ(perft(StandardPosition(), 0, Counting::kEveryLeaf), 1u);
}

template <Ruleset R>
void expect_both_ways_agree(int games) {
    walk_randomly<R>(games, 11, [](const Position<R>& position) {
        for (int depth = 1; depth <= 3; ++depth) {
            if (depth == 3 && position.legal_count() > 20) break;
            ASSERT_EQ(perft(position, depth, Counting::kBulk),
                      perft(position, depth, Counting::kEveryLeaf))
                << "ply " << position.ply() << ", depth " << depth;
        }
        if (position.is_over()) {
            ASSERT_EQ(perft(position, 1), 0u);
            ASSERT_EQ(perft(position, 4), 0u);
        }
    });
}

TEST(PerftTest, CountingInBulkChangesNothingAnywhereInAGame) {
    for (const Ruleset ruleset : kRulesets) {
        with_ruleset(ruleset, [](auto r) { expect_both_ways_agree<r()>(200); });
    }
}

}  // namespace
}  // namespace ninefold::rules
