// SPDX-License-Identifier: MIT
#include "rules/playout.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "rules/random_walk_for_test.h"

namespace ninefold::rules {
namespace {

/// Calls `test` with a default Position of every ruleset.
template <typename F>
void for_each_ruleset(F&& test) {
    for (const Ruleset ruleset : kRulesets) {
        with_ruleset(ruleset, [&](auto r) { test(Position<r()>()); });
    }
}

/// Upper bound of a chi-square statistic, six standard deviations above its mean.
double chi_square_bound(double degrees) { return degrees + 6 * std::sqrt(2 * degrees) + 6; }

/// Follows a RandomGame move by move with Position: every move must be legal, and both must agree
/// on the end.
template <Ruleset R>
void expect_legal_game(const Position<R>& from, base::Rng& rng) {
    Position<R> position = from;
    RandomGame<R> game(from);
    while (!game.is_over()) {
        ASSERT_FALSE(position.is_over());
        const Move move = game.step(rng());
        ASSERT_TRUE(position.is_legal(move)) << move.value() << " at ply " << position.ply();
        position = position.after(move);
    }
    ASSERT_TRUE(position.is_over());
    ASSERT_EQ(game.outcome(), position.outcome());
}

TEST(PlayoutTest, EveryMoveIsLegalAndTheOutcomeIsTheBoards) {
    base::Rng rng(1);
    for_each_ruleset([&]<Ruleset R>(const Position<R>&) {
        for (const TieBreak tie_break : kTieBreaks) {
            for (int i = 0; i < 5000; ++i) expect_legal_game(Position<R>(tie_break), rng);
        }
    });
}

TEST(PlayoutTest, StartsFromAnyPosition) {
    base::Rng rng(2);
    for_each_ruleset([&]<Ruleset R>(const Position<R>&) {
        walk_randomly<R>(100, 3, [&](const Position<R>& p) { expect_legal_game(p, rng); });
    });
}

/// Counts the first moves of many random games from a position against equal chances.
template <Ruleset R>
void expect_equal_chances(const Position<R>& from, base::Rng& rng) {
    const int choices = from.legal_count();
    const int draws = 200 * choices;
    std::vector<int> hits(Move::kCount);
    for (int i = 0; i < draws; ++i) ++hits[RandomGame<R>(from).step(rng()).value()];
    double chi_square = 0;
    for (const Move move : from.legal_moves()) {
        const double off = hits[move.value()] - 200.0;
        chi_square += off * off / 200.0;
    }
    EXPECT_LT(chi_square, chi_square_bound(choices - 1)) << "ply " << from.ply();
}

TEST(PlayoutTest, EveryLegalMoveIsEquallyLikely) {
    base::Rng rng(4);
    for_each_ruleset([&]<Ruleset R>(const Position<R>&) {
        int free_moves = 0;
        walk_randomly<R>(40, 5, [&](const Position<R>& p) {
            if (p.is_over()) return;
            free_moves += p.target_cell() ? 0 : 1;
            expect_equal_chances(p, rng);
        });
        EXPECT_GT(free_moves, 40);
    });
}

/// Plays the same number of games through Position; the shares of wins and the mean length must
/// not differ by more than five standard errors.
template <Ruleset R>
void expect_same_statistics() {
    constexpr int kGames = 40000;
    base::Rng rng(6);
    const PlayoutTally fast = playouts(Position<R>(), rng, kGames);
    ASSERT_EQ(fast.games(), std::uint64_t{kGames});
    PlayoutTally plain;
    walk_randomly<R>(kGames, 7, [&](const Position<R>& p) {
        if (!p.is_over()) return;
        plain.add(p.outcome());
        plain.plies += static_cast<std::uint64_t>(p.ply());
    });
    const auto expect_close = [&](std::uint64_t a, std::uint64_t b) {
        const double spread = std::sqrt(2.0 * 0.25 * kGames);
        EXPECT_NEAR(static_cast<double>(a), static_cast<double>(b), 5 * spread);
    };
    expect_close(fast.x_wins, plain.x_wins);
    expect_close(fast.o_wins, plain.o_wins);
    expect_close(fast.draws, plain.draws);
    // A game's length has a standard deviation below 10 plies.
    EXPECT_NEAR(static_cast<double>(fast.plies), static_cast<double>(plain.plies),
                5 * 10 * std::sqrt(2.0 * kGames));
}

TEST(PlayoutTest, StatisticsAreThoseOfGamesPlayedThroughPosition) {
    for (const Ruleset ruleset : kRulesets) {
        with_ruleset(ruleset, [](auto r) { expect_same_statistics<r()>(); });
    }
}

TEST(PlayoutTest, SinglePlayoutsAndBatchesAgree) {
    constexpr int kGames = 40000;
    base::Rng rng(8);
    PlayoutTally single;
    for (int i = 0; i < kGames; ++i) single.add(playout(StandardPosition(), rng));
    const PlayoutTally batch = playouts(StandardPosition(), rng, kGames);
    EXPECT_NEAR(static_cast<double>(single.x_wins), static_cast<double>(batch.x_wins), 700);
    EXPECT_NEAR(static_cast<double>(single.draws), static_cast<double>(batch.draws), 700);
}

TEST(PlayoutTest, ASeedFixesTheResult) {
    base::Rng one(9);
    base::Rng two(9);
    EXPECT_EQ(playouts(StandardPosition(), one, 1000), playouts(StandardPosition(), two, 1000));
    EXPECT_EQ(one(), two()) << "both sources were advanced alike";
}

TEST(PlayoutTest, PlaysExactlyTheNumberAskedFor) {
    base::Rng rng(10);
    for (const int games : {0, 1, 2, 3, 10}) {
        EXPECT_EQ(playouts(OpenPosition(), rng, games).games(), static_cast<std::uint64_t>(games));
    }
}

TEST(PlayoutTest, AFinishedGameIsItsOwnOutcome) {
    base::Rng rng(11);
    walk_randomly<Ruleset::kStandard>(20, 12, [&](const StandardPosition& p) {
        if (!p.is_over()) return;
        EXPECT_EQ(playout(p, rng), p.outcome());
        const PlayoutTally tally = playouts(p, rng, 3);
        EXPECT_EQ(tally.games(), 3u);
        EXPECT_EQ(tally.plies, 0u);
    });
}

}  // namespace
}  // namespace ninefold::rules
