// SPDX-License-Identifier: MIT
#include "net/evaluate.h"

#include <algorithm>
#include <array>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "net/random_network_test.h"

namespace ninefold::net {
namespace {

template <rules::Ruleset R>
struct Under {
    static constexpr rules::Ruleset kRuleset = R;
};

/// Random games under every ruleset.
template <typename U>
class EvaluateTest : public ::testing::Test {
protected:
    using Position = rules::Position<U::kRuleset>;

    /// Baked once for all tests of a ruleset.
    static const Network& network(std::uint16_t buckets) {
        static const Network one = make(1), ten = make(10);
        return buckets == 1 ? one : ten;
    }
    static Network make(std::uint16_t buckets) {
        const rules::Rules rules{U::kRuleset, rules::TieBreak::kMajority};
        auto network = Network::parse(testing::random_network(rules, buckets, 5), rules);
        EXPECT_TRUE(network) << network.error().message;
        return std::move(network).value();
    }

    /// Calls visit(before, move, after) for every move of random games that leaves one to go on.
    template <typename F>
    static void play(int games, F visit) {
        base::Rng rng(17);
        for (int game = 0; game < games; ++game) {
            Position position(rules::TieBreak::kMajority);
            for (;;) {
                const rules::BoardSet moves = position.legal_moves();
                const rules::Move move =
                    moves.nth(rng.below(static_cast<std::uint32_t>(moves.size())));
                const Position after = position.after(move);
                if (after.is_over()) break;
                visit(position, move, after, game);
                position = after;
            }
        }
    }
};

using Rulesets = rules::EachRuleset<::testing::Types, Under>;
TYPED_TEST_SUITE(EvaluateTest, Rulesets);

TYPED_TEST(EvaluateTest, IncrementalEqualsFromScratch) {
    const Network& network = TestFixture::network(1);
    Accumulator current, next, scratch;
    TestFixture::play(60, [&](const auto& before, rules::Move move, const auto& after, int) {
        if (before.ply() == 0) current.refresh(network, before);
        next.update(network, current, move, after);
        scratch.refresh(network, after);
        ASSERT_EQ(next, scratch) << "ply " << after.ply();
        current = next;
    });
}

TYPED_TEST(EvaluateTest, EveryKernelGivesTheSameBits) {
    const Kernels &portable = portable_kernels(), &best = best_kernels();
    for (const std::uint16_t buckets : {1, 10}) {
        const Network& network = TestFixture::network(buckets);
        int distinct = 0, last = 0;
        TestFixture::play(40, [&](const auto&, rules::Move, const auto& position, int) {
            Accumulator accumulator;
            accumulator.refresh(network, position);
            const unsigned cell = detail::cell_or_free(position);
            const rules::Side mover = position.side();
            const auto view = [&](rules::Side side) {
                return detail::perspective(network, accumulator, position, side, cell);
            };
            const Head& head = network.head(cell);
            const auto mine = view(mover), theirs = view(other(mover));
            const Logits logits = portable.logits(head, mine, theirs);
            ASSERT_EQ(logits, best.logits(head, mine, theirs));
            ASSERT_EQ(logits.score, portable.score(head, mine, theirs));
            ASSERT_EQ(logits.score, evaluate(network, accumulator, position));
            ASSERT_EQ(logits, evaluate_logits(network, accumulator, position));
            distinct += logits.score != last;
            last = logits.score;
        });
        EXPECT_GT(distinct, 500) << "the random network should tell positions apart";
    }
}

TYPED_TEST(EvaluateTest, EveryKernelAddsTheSameSums) {
    const Kernels &portable = portable_kernels(), &best = best_kernels();
    const Network& network = TestFixture::network(1);
    base::Rng rng(3);
    const auto row = [&] { return network.row(rng.below(network.map().total())); };
    alignas(32) Row a[Shape::kLanes], b[Shape::kLanes];
    for (int i = 0; i < 1000; ++i) {
        const Row *in = row(), *removed = row(), *added = row();
        const std::array<const Row*, 4> rows = {row(), row(), row(), row()};
        portable.exchange(in, removed, added, a);
        best.exchange(in, removed, added, b);
        ASSERT_TRUE(std::equal(a, a + Shape::kLanes, b));
        portable.exchange_many(a, rows, std::span(rows).first(2), a);
        best.exchange_many(b, rows, std::span(rows).first(2), b);
        ASSERT_TRUE(std::equal(a, a + Shape::kLanes, b));
    }
}

TEST(BakeTest, EveryKernelBakesTheSameRows) {
    const rules::Rules rules{rules::Ruleset::kCorrespondence, rules::TieBreak::kDraw};
    const auto bytes = testing::random_network(rules, 1, 11);
    const auto portable = Network::parse(bytes, rules, portable_kernels());
    const auto best = Network::parse(bytes, rules, best_kernels());
    ASSERT_TRUE(portable && best);
    const Row* end = portable->nothing() + Shape::kLanes;
    EXPECT_TRUE(std::equal(portable->row(0), end, best->row(0)));
}

TYPED_TEST(EvaluateTest, SidesMayChangeNames) {
    const Network& network = TestFixture::network(10);
    TestFixture::play(20, [&](const auto&, rules::Move, const auto& position, int) {
        using rules::Side;
        const rules::Parts parts{position.marks(Side::kO), position.marks(Side::kX),
                                 position.won(Side::kO),   position.won(Side::kX),
                                 other(position.side()),   position.target_cell()};
        const auto swapped =
            std::decay_t<decltype(position)>::from_parts(parts, position.tie_break());
        Accumulator a, b;
        a.refresh(network, position);
        b.refresh(network, swapped);
        ASSERT_EQ(evaluate(network, a, position), evaluate(network, b, swapped));
    });
}

TEST(WinDrawLossTest, AddsUpAndKeepsTheScore) {
    for (int score = -6000; score <= 6000; score += 500) {
        for (int draw = -4000; draw <= 4000; draw += 1000) {
            const WinDrawLoss chances = win_draw_loss({score, draw});
            EXPECT_NEAR(chances.win + chances.draw + chances.loss, 1, 1e-12);
            EXPECT_NEAR(chances.win + chances.draw / 2, probability(score), 1e-12);
            EXPECT_GE(chances.win, -1e-12);
            EXPECT_GE(chances.loss, -1e-12);
        }
    }
}

}  // namespace
}  // namespace ninefold::net
