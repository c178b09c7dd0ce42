// SPDX-License-Identifier: MIT
#include "tournament/perfect_matching.h"

#include <utility>

#include <gtest/gtest.h>

#include "base/rng.h"

namespace ninefold::tournament {
namespace {

using Allowed = std::vector<std::vector<bool>>;

Allowed random_pairs(std::size_t n, base::Rng& rng) {
    const std::uint32_t density = rng.below(100);
    Allowed allowed(n, std::vector<bool>(n));
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = i + 1; j < n; ++j) {
            allowed[i][j] = allowed[j][i] = rng.below(100) < density;
        }
    }
    return allowed;
}

/// Tries everything.
bool can_pair(const Allowed& allowed, std::vector<bool> here) {
    for (std::size_t i = 0; i < here.size(); ++i) {
        if (!here[i]) continue;
        here[i] = false;
        for (std::size_t j = i + 1; j < here.size(); ++j) {
            if (!here[j] || !allowed[i][j]) continue;
            here[j] = false;
            if (can_pair(allowed, here)) return true;
            here[j] = true;
        }
        return false;
    }
    return true;
}

TEST(PerfectMatching, KnowsWhatASearchFindsOut) {
    base::Rng rng(3);
    int pairable = 0;
    for (int i = 0; i < 3000; ++i) {
        const std::size_t n = 2 * rng.below(6);
        const Allowed allowed = random_pairs(n, rng);
        const bool can = can_pair(allowed, std::vector<bool>(n, true));
        EXPECT_EQ(PerfectMatching(allowed).exists(), can);
        pairable += can;
    }
    EXPECT_GT(pairable, 500);
    EXPECT_LT(pairable, 2500);
}

TEST(PerfectMatching, SeesThroughOddCycles) {
    // Two triangles joined by one edge, which must be used.
    Allowed allowed(6, std::vector<bool>(6));
    const auto allow = [&](std::size_t i, std::size_t j) { allowed[i][j] = allowed[j][i] = true; };
    for (const auto& [i, j] :
         {std::pair(0u, 1u), {1u, 2u}, {2u, 0u}, {3u, 4u}, {4u, 5u}, {5u, 3u}}) {
        allow(i, j);
    }
    EXPECT_FALSE(PerfectMatching(allowed).exists());
    allow(2, 3);
    EXPECT_TRUE(PerfectMatching(allowed).exists());
}

TEST(PerfectMatching, TakesOnlyPairsThatLeaveTheOthersPairable) {
    base::Rng rng(7);
    int taken = 0, refused = 0;
    for (int round = 0; round < 2000; ++round) {
        const std::size_t n = 2 * (1 + rng.below(5));
        const Allowed allowed = random_pairs(n, rng);
        PerfectMatching rest(allowed);
        if (!rest.exists()) continue;
        std::vector<bool> here(n, true);
        for (int step = 0; step < 30; ++step) {
            const std::size_t i = rng.below(static_cast<std::uint32_t>(n));
            const std::size_t j = rng.below(static_cast<std::uint32_t>(n));
            if (!here[i] || !here[j] || !allowed[i][j]) continue;
            here[i] = here[j] = false;
            const bool can = can_pair(allowed, here);
            ASSERT_EQ(rest.take(i, j), can);
            ++(can ? taken : refused);
            if (!can) here[i] = here[j] = true;
            EXPECT_EQ(rest.has(i), !can);
        }
    }
    EXPECT_GT(taken, 500);
    EXPECT_GT(refused, 100);
}

}  // namespace
}  // namespace ninefold::tournament
