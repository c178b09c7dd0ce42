// SPDX-License-Identifier: MIT
#include "search/correction.h"

#include <memory>

#include <gtest/gtest.h>

namespace ninefold::search {
namespace {

using rules::Move;

constexpr int kDepth = 5;

rules::StandardPosition after(std::initializer_list<unsigned> moves) {
    rules::StandardPosition p;
    for (const unsigned move : moves) {
        EXPECT_TRUE(p.is_legal(Move(move)));
        p = p.after(Move(move));
    }
    return p;
}

TEST(Correction, LearnsTheErrorOfAPositionAndForgetsIt) {
    const Parameters q;
    const auto correction = std::make_unique<Correction>(q);
    const auto p = after({40, 36, 4});
    EXPECT_EQ(correction->of(p, Move(4)), 0);
    Value last = 0;
    for (int i = 0; i < 400; ++i) {
        correction->update(p, Move(4), 50, kDepth);
        EXPECT_GE(correction->of(p, Move(4)), last);
        last = correction->of(p, Move(4));
    }
    EXPECT_NEAR(last, 50, 2);
    correction->clear();
    EXPECT_EQ(correction->of(p, Move(4)), 0);
}

TEST(Correction, CarriesOverByWhatPositionsShare) {
    const Parameters q;
    const auto correction = std::make_unique<Correction>(q);
    // The same move before, in a block with the same marks; the block sent to has others.
    const auto p = after({40, 36, 4}), alike = after({31, 36, 4});
    for (int i = 0; i < 400; ++i) correction->update(p, Move(4), 50, kDepth);
    EXPECT_GT(correction->of(alike, Move(4)), 0);
    EXPECT_LT(correction->of(alike, Move(4)), correction->of(p, Move(4)));
    // The other side's turn shares nothing.
    EXPECT_EQ(correction->of(after({40, 36}), Move(36)), 0);
}

TEST(Correction, StaysWithinItsLimit) {
    const Parameters q;
    const auto correction = std::make_unique<Correction>(q);
    const auto p = after({40, 36, 4});
    for (int i = 0; i < 2000; ++i) correction->update(p, Move(4), 10 * q.correction_limit, kDepth);
    EXPECT_LE(correction->of(p, Move(4)), 2 * q.correction_limit);
    EXPECT_GT(correction->of(p, Move(4)), q.correction_limit);
}

}  // namespace
}  // namespace ninefold::search
