// SPDX-License-Identifier: MIT
#include "tournament/sprt.h"

#include <cmath>

#include <gtest/gtest.h>

#include "base/rng.h"

namespace ninefold::tournament {
namespace {

TEST(Sprt, BoundsAreWalds) {
    const SprtBounds bounds;
    EXPECT_NEAR(bounds.upper(), 2.944, 0.001);
    EXPECT_NEAR(bounds.lower(), -2.944, 0.001);
}

TEST(Sprt, AgreesWithTheNormalApproximation) {
    const SprtBounds bounds{0, 5, 0.05, 0.05};
    const std::array<int, 5> pairs = {120, 900, 2100, 960, 140};
    const double n = 4220;
    double mean = 0, square = 0;
    for (std::size_t i = 0; i < 5; ++i) {
        const double score = 0.25 * static_cast<double>(i);
        mean += pairs[i] / n * score;
        square += pairs[i] / n * score * score;
    }
    const double s0 = expected_score(0), s1 = expected_score(5);
    const double normal = n * (s1 - s0) * (2 * mean - s0 - s1) / (2 * (square - mean * mean));
    EXPECT_NEAR(log_likelihood_ratio(pairs, bounds), normal, 0.02 * std::abs(normal) + 0.01);
}

TEST(Sprt, MirroredResultsMirrorTheRatio) {
    const SprtBounds bounds{-4, 4, 0.05, 0.05};
    EXPECT_NEAR(log_likelihood_ratio({3, 10, 40, 20, 9}, bounds),
                -log_likelihood_ratio({9, 20, 40, 10, 3}, bounds), 1e-6);
    EXPECT_EQ(log_likelihood_ratio({0, 0, 0, 0, 0}, bounds), 0);
    EXPECT_GT(log_likelihood_ratio({0, 0, 0, 0, 30}, bounds), 0);
}

/// Simulated tests err no more often than they may.
TEST(Sprt, ErrsAsSeldomAsPromised) {
    const SprtBounds bounds{0, 40, 0.05, 0.05};
    for (const double elo : {0.0, 40.0}) {
        int wrong = 0;
        constexpr int kTests = 300;
        for (int test = 0; test < kTests; ++test) {
            base::Rng rng(static_cast<std::uint64_t>(test) + (elo > 0 ? 1000 : 0));
            const double score = expected_score(elo);
            std::array<int, 5> pairs{};
            SprtVerdict verdict = SprtVerdict::kContinue;
            while (verdict == SprtVerdict::kContinue) {
                int points = 0;
                for (int game = 0; game < 2; ++game) {
                    const double u = rng.unit();
                    points += u < score - 0.15 ? 2 : u < score + 0.15 ? 1 : 0;
                }
                ++pairs[static_cast<std::size_t>(points)];
                verdict = judge(log_likelihood_ratio(pairs, bounds), bounds);
            }
            wrong += verdict == (elo > 0 ? SprtVerdict::kElo0 : SprtVerdict::kElo1);
        }
        EXPECT_LE(wrong, kTests * 0.085);
    }
}

TEST(Chance, SignTest) {
    EXPECT_NEAR(chance_of_luck(10, 0), 1.0 / 1024, 1e-9);
    EXPECT_NEAR(chance_of_luck(9, 1), 11.0 / 1024, 1e-9);
    EXPECT_NEAR(chance_of_luck(1, 1), 0.75, 1e-9);
    EXPECT_DOUBLE_EQ(chance_of_luck(0, 0), 1);
    EXPECT_NEAR(chance_of_luck(0, 10), 1, 1e-9);
    EXPECT_LT(chance_of_luck(600, 400), 1e-9);
}

}  // namespace
}  // namespace ninefold::tournament
