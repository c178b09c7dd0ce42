// SPDX-License-Identifier: MIT
#include "rules/lines.h"

#include <gtest/gtest.h>

#include <bit>
#include <set>

namespace ninefold::rules {
namespace {

TEST(LinesTest, AreTheEightThreesInARow) {
    std::set<unsigned> straight;
    for (unsigned a = 0; a < 9; ++a) {
        for (unsigned b = a + 1; b < 9; ++b) {
            for (unsigned c = b + 1; c < 9; ++c) {
                // The middle one lies halfway between the outer two, in rows and in columns.
                if (a / 3 + c / 3 == 2 * (b / 3) && a % 3 + c % 3 == 2 * (b % 3)) {
                    straight.insert(1u << a | 1u << b | 1u << c);
                }
            }
        }
    }
    EXPECT_EQ(straight, std::set<unsigned>(kLines.begin(), kLines.end()));
    EXPECT_EQ(straight.size(), kLines.size());
}

TEST(LinesTest, HasLineKnowsEveryPattern) {
    for (unsigned bits = 0; bits < 512; ++bits) {
        bool expected = false;
        for (const unsigned line : kLines) expected = expected || (bits & line) == line;
        EXPECT_EQ(pattern::kHasLine[bits], expected) << bits;
    }
}

TEST(LinesTest, CompletesNamesTheMissingThird) {
    EXPECT_EQ(pattern::kCompletes[0b000'000'011], 0b000'000'100);
    EXPECT_EQ(pattern::kCompletes[0b000'000'000], 0);
    EXPECT_EQ(pattern::kCompletes[0b000'010'001], 0b100'000'000);
    for (unsigned bits = 0; bits < 512; ++bits) {
        EXPECT_EQ(pattern::kCompletes[bits] & bits, 0u);
        if (pattern::kHasLine[bits]) continue;
        for (unsigned i = 0; i < 9; ++i) {
            if ((bits >> i & 1u) != 0) continue;
            EXPECT_EQ((pattern::kCompletes[bits] >> i & 1u) != 0, pattern::kHasLine[bits | 1u << i])
                << bits << " + " << i;
        }
    }
}

TEST(LinesTest, CountAndNthListTheMembers) {
    for (unsigned bits = 0; bits < 512; ++bits) {
        EXPECT_EQ(pattern::kCount[bits], std::popcount(bits));
        unsigned listed = 0;
        int previous = -1;
        for (unsigned n = 0; n < pattern::kCount[bits]; ++n) {
            EXPECT_GT(int{pattern::kNth[bits][n]}, previous);
            previous = pattern::kNth[bits][n];
            listed |= 1u << pattern::kNth[bits][n];
        }
        EXPECT_EQ(listed, bits);
    }
}

}  // namespace
}  // namespace ninefold::rules
