// SPDX-License-Identifier: MIT
#include "net/evaluate.h"

#include <gtest/gtest.h>

#include "base/rng.h"
#include "net/random_network_test.h"
#include "rules/symmetry.h"

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

    static Network network(std::uint16_t buckets, const Kernels& kernels) {
        const rules::Rules rules{U::kRuleset, rules::TieBreak::kMajority};
        auto network = Network::parse(testing::random_network(rules, buckets, 5), rules, kernels);
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

using Rulesets = ::testing::Types<Under<rules::Ruleset::kStandard>, Under<rules::Ruleset::kOpen>,
                                  Under<rules::Ruleset::kCorrespondence>>;
TYPED_TEST_SUITE(EvaluateTest, Rulesets);

TYPED_TEST(EvaluateTest, IncrementalEqualsFromScratch) {
    const Network network = TestFixture::network(1, best_kernels());
    Accumulator current, next, scratch;
    TestFixture::play(60, [&](const auto& before, rules::Move move, const auto& after, int) {
        if (before.ply() == 0) current.refresh(network, before);
        next.update(network, current, before, move.block(), after);
        scratch.refresh(network, after);
        ASSERT_EQ(next, scratch) << "ply " << after.ply();
        current = next;
    });
}

TYPED_TEST(EvaluateTest, EveryKernelGivesTheSameBits) {
    for (const std::uint16_t buckets : {1, 10}) {
        const Network portable = TestFixture::network(buckets, portable_kernels());
        const Network best = TestFixture::network(buckets, best_kernels());
        int distinct = 0, last = 0;
        TestFixture::play(40, [&](const auto&, rules::Move, const auto& position, int) {
            Accumulator a, b;
            a.refresh(portable, position);
            b.refresh(best, position);
            ASSERT_EQ(a, b);
            const Logits logits = evaluate_logits(portable, a, position);
            ASSERT_EQ(logits, evaluate_logits(best, b, position));
            ASSERT_EQ(logits.score, evaluate(portable, a, position));
            ASSERT_EQ(logits.score, evaluate(best, b, position));
            distinct += logits.score != last;
            last = logits.score;
        });
        EXPECT_GT(distinct, 500) << "the random network should tell positions apart";
    }
}

TYPED_TEST(EvaluateTest, SidesMayChangeNames) {
    const Network network = TestFixture::network(10, best_kernels());
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
