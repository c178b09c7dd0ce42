// SPDX-License-Identifier: MIT
#include "rules/symmetry.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "rules/perft.h"
#include "rules/random_walk_for_test.h"

namespace ninefold::rules {
namespace {

std::vector<Symmetry> all_symmetries() {
    std::vector<Symmetry> symmetries;
    for (unsigned s = 0; s < Symmetry::kCount; ++s) symmetries.emplace_back(s);
    return symmetries;
}

std::vector<unsigned> map_of(Symmetry symmetry) {
    std::vector<unsigned> map;
    for (unsigned i = 0; i < 9; ++i) map.push_back(symmetry.apply_index(i));
    return map;
}

TEST(SymmetryTest, IndexNoughtIsTheIdentity) {
    EXPECT_EQ(map_of(Symmetry()), (std::vector<unsigned>{0, 1, 2, 3, 4, 5, 6, 7, 8}));
}

TEST(SymmetryTest, IndexOneTurnsClockwiseAndFourReflectsLeftRight) {
    EXPECT_EQ(map_of(Symmetry(1)), (std::vector<unsigned>{2, 5, 8, 1, 4, 7, 0, 3, 6}));
    EXPECT_EQ(map_of(Symmetry(4)), (std::vector<unsigned>{2, 1, 0, 5, 4, 3, 8, 7, 6}));
}

TEST(SymmetryTest, AreEightDifferentOnesClosedUnderComposition) {
    std::set<std::vector<unsigned>> maps;
    for (const Symmetry s : all_symmetries()) maps.insert(map_of(s));
    EXPECT_EQ(maps.size(), 8u);
    for (const Symmetry a : all_symmetries()) {
        for (const Symmetry b : all_symmetries()) {
            std::vector<unsigned> both;
            for (unsigned i = 0; i < 9; ++i) both.push_back(b.apply_index(a.apply_index(i)));
            EXPECT_TRUE(maps.contains(both));
        }
    }
}

TEST(SymmetryTest, InverseUndoes) {
    for (const Symmetry s : all_symmetries()) {
        EXPECT_EQ(s.inverse().inverse(), s);
        for (unsigned value = 0; value < Move::kCount; ++value) {
            EXPECT_EQ(s.inverse()(s(Move(value))), Move(value));
        }
    }
}

TEST(SymmetryTest, LinesMapToLines) {
    const std::set<unsigned> lines(kLines.begin(), kLines.end());
    for (const Symmetry s : all_symmetries()) {
        for (const unsigned line : kLines) EXPECT_TRUE(lines.contains(s(CellSet(line)).bits()));
    }
}

TEST(SymmetryTest, SetsMapMemberByMember) {
    base::Rng rng(3);
    for (int i = 0; i < 200; ++i) {
        const BoardSet set = ~BoardSet() & BoardSet(rng(), rng());
        for (const Symmetry s : all_symmetries()) {
            BoardSet expected;
            for (const Move move : set) expected = expected | BoardSet::of(s(move));
            EXPECT_EQ(s(set), expected);
            EXPECT_EQ(s.inverse()(s(set)), set);
        }
    }
}

template <typename P>
class SymmetryOfEveryRuleset : public testing::Test {};
using AllPositions = EachRuleset<testing::Types, Position>;
TYPED_TEST_SUITE(SymmetryOfEveryRuleset, AllPositions);

TYPED_TEST(SymmetryOfEveryRuleset, RulesDoNotChangeUnderIt) {
    walk_randomly<TypeParam::kRuleset>(60, 61, [](const TypeParam& p) {
        for (const Symmetry s : all_symmetries()) {
            const TypeParam image = s(p);
            ASSERT_EQ(image.legal_moves(), s(p.legal_moves()));
            ASSERT_EQ(image.targets(), s(p.targets()));
            ASSERT_EQ(image.closed(), s(p.closed()));
            ASSERT_EQ(s.inverse()(image), p);
            ASSERT_EQ(image.is_over(), p.is_over());
            if (p.is_over()) {
                ASSERT_EQ(image.outcome(), p.outcome());
            } else {
                const Move move = *p.legal_moves().begin();
                ASSERT_EQ(image.after(s(move)), s(p.after(move)));
            }
        }
    });
}

TYPED_TEST(SymmetryOfEveryRuleset, MoveTreesHaveTheSameSize) {
    walk_randomly<TypeParam::kRuleset>(10, 71, [](const TypeParam& p) {
        const int depth = p.legal_count() > 30 ? 2 : 3;
        const auto nodes = perft(p, depth);
        for (const Symmetry s : all_symmetries()) ASSERT_EQ(perft(s(p), depth), nodes);
    });
}

TYPED_TEST(SymmetryOfEveryRuleset, AllImagesShareOneCanonicalForm) {
    walk_randomly<TypeParam::kRuleset>(40, 81, [](const TypeParam& p) {
        const auto form = canonical(p);
        ASSERT_EQ(form.symmetry(p), form.position) << "the symmetry leads there";
        ASSERT_EQ(canonical(form.position).position, form.position) << "and it stays there";
        for (const Symmetry s : all_symmetries()) {
            const auto of_image = canonical(s(p));
            ASSERT_EQ(of_image.position, form.position);
            ASSERT_EQ(of_image.position.hash(), form.position.hash());
        }
    });
}

TEST(SymmetryTest, FirstMovesFallIntoFifteenClasses) {
    std::set<std::uint64_t> classes;
    for (const Move move : StandardPosition().legal_moves()) {
        classes.insert(canonical(StandardPosition().after(move)).position.hash());
    }
    EXPECT_EQ(classes.size(), 15u);
}

}  // namespace
}  // namespace ninefold::rules
