// SPDX-License-Identifier: MIT
#include "base/rng.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <set>
#include <vector>

namespace ninefold::base {
namespace {

TEST(RngTest, ASeedFixesTheSequenceForEver) {
    Rng rng(42);
    const std::array<std::uint64_t, 3> first = {rng(), rng(), rng()};
    EXPECT_EQ(first, (std::array<std::uint64_t, 3>{0xd4bc631b18f5d267ULL, 0x6ce47ba957d3551bULL,
                                                   0xe1a56eebba5c8c26ULL}));
}

TEST(RngTest, NearbySeedsGiveDifferentSequences) {
    std::set<std::uint64_t> draws;
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        Rng rng(seed);
        for (int i = 0; i < 10; ++i) draws.insert(rng());
    }
    EXPECT_EQ(draws.size(), 10000u);
}

TEST(RngTest, EveryBitIsSetHalfOfTheTime) {
    Rng rng(1);
    std::array<int, 64> ones{};
    constexpr int kDraws = 100000;
    for (int i = 0; i < kDraws; ++i) {
        const std::uint64_t draw = rng();
        for (unsigned bit = 0; bit < 64; ++bit) ones[bit] += static_cast<int>(draw >> bit & 1u);
    }
    for (const int count : ones) EXPECT_NEAR(count, kDraws / 2, 900);
}

TEST(RngTest, BelowIsEvenlySpread) {
    Rng rng(2);
    for (const std::uint32_t bound : {1u, 2u, 7u, 81u}) {
        std::vector<int> hits(bound);
        for (std::uint32_t i = 0; i < 10000 * bound; ++i) ++hits[rng.below(bound)];
        for (const int count : hits) EXPECT_NEAR(count, 10000, 600) << bound;
    }
}

TEST(RngTest, UnitLiesBetweenNoughtAndOne) {
    Rng rng(3);
    double sum = 0;
    for (int i = 0; i < 100000; ++i) {
        const double draw = rng.unit();
        ASSERT_GE(draw, 0.0);
        ASSERT_LT(draw, 1.0);
        sum += draw;
    }
    EXPECT_NEAR(sum / 100000, 0.5, 0.01);
}

TEST(RngTest, ServesTheStandardLibrary) {
    std::vector<int> cards = {1, 2, 3, 4, 5, 6, 7, 8};
    Rng rng(4);
    std::shuffle(cards.begin(), cards.end(), rng);
    EXPECT_EQ(std::set<int>(cards.begin(), cards.end()).size(), 8u);
}

TEST(RngTest, DerivedSeedsDiffer) {
    std::set<std::uint64_t> seeds;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        for (std::uint64_t index = 0; index < 100; ++index) seeds.insert(derived_seed(seed, index));
    }
    EXPECT_EQ(seeds.size(), 10000u);
}

}  // namespace
}  // namespace ninefold::base
