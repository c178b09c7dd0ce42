// SPDX-License-Identifier: MIT
#include "rules/position.h"

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "rules/any_position.h"
#include "rules/random_walk_for_test.h"

namespace ninefold::rules {
namespace {

Move at(unsigned block_and_cell) { return Move(9 * (block_and_cell / 10) + block_and_cell % 10); }

/// Plays moves written as block and cell digits; every one must be legal.
template <Ruleset R>
Position<R> play(Position<R> position, const std::vector<unsigned>& moves) {
    for (const unsigned move : moves) {
        EXPECT_TRUE(position.is_legal(at(move))) << move << " at ply " << position.ply();
        position = position.after(at(move));
    }
    return position;
}

using Blocks = std::vector<int>;

Blocks listed(BlockSet set) {
    Blocks indices;
    for (const Block block : set) indices.push_back(block.index);
    return indices;
}

/// Marks written as block and cell digits.
BoardSet marks(const std::vector<unsigned>& moves) {
    BoardSet set;
    for (const unsigned move : moves) set = set | BoardSet::of(at(move));
    return set;
}

BlockSet blocks(const Blocks& indices) {
    BlockSet set;
    for (const int i : indices) set |= BlockSet::of(Block{static_cast<std::uint8_t>(i)});
    return set;
}

/// X takes block 0 on the diagonal with its last move; O is then sent to block 8.
const std::vector<unsigned> kXTakesBlock0 = {4, 40, 0, 3, 31, 10, 8};

template <typename P>
class PositionOfEveryRuleset : public testing::Test {};
using AllPositions = EachRuleset<testing::Types, Position>;
TYPED_TEST_SUITE(PositionOfEveryRuleset, AllPositions);

TYPED_TEST(PositionOfEveryRuleset, IsASmallValue) {
    static_assert(sizeof(TypeParam) <= 64);
    static_assert(std::is_trivially_copyable_v<TypeParam>);
    static_assert(std::is_trivially_destructible_v<TypeParam>);
}

TYPED_TEST(PositionOfEveryRuleset, StartsEmptyWithAFreeMoveOfX) {
    constexpr TypeParam start;
    EXPECT_EQ(start.side(), Side::kX);
    EXPECT_EQ(start.ply(), 0);
    EXPECT_EQ(start.legal_count(), 81);
    EXPECT_TRUE(start.targets().is_all());
    EXPECT_FALSE(start.target_cell());
    EXPECT_TRUE(start.closed().empty());
    EXPECT_FALSE(start.is_over());
    EXPECT_EQ(start.tie_break(), default_tie_break(TypeParam::kRuleset));
}

TYPED_TEST(PositionOfEveryRuleset, FirstMoveSendsToItsDestinations) {
    for (unsigned value = 0; value < Move::kCount; ++value) {
        const Move move(value);
        const TypeParam next = TypeParam().after(move);
        EXPECT_EQ(next.side(), Side::kO);
        EXPECT_EQ(next.targets(), Traits<TypeParam::kRuleset>::destinations(move.cell()));
        EXPECT_EQ(next.target_cell(), move.cell());
        EXPECT_EQ(next.marks(Side::kX), BoardSet::of(move));
        EXPECT_TRUE(next.marks(Side::kO).empty());
        EXPECT_FALSE(next.is_legal(move));
    }
}

TYPED_TEST(PositionOfEveryRuleset, InvariantsHoldThroughRandomGames) {
    walk_randomly<TypeParam::kRuleset>(300, 21, [](const TypeParam& p) {
        const int x = p.marks(Side::kX).size();
        const int o = p.marks(Side::kO).size();
        // The sides take turns whatever the target was, free moves included.
        ASSERT_EQ(p.side(), x == o ? Side::kX : Side::kO);
        ASSERT_TRUE(x == o || x == o + 1);
        ASSERT_TRUE((p.marks(Side::kX) & p.marks(Side::kO)).empty());
        ASSERT_TRUE((p.won(Side::kX) & p.won(Side::kO)).empty());
        ASSERT_TRUE((p.targets() & p.closed()).empty());
        ASSERT_EQ(p.is_over(), p.legal_moves().empty());
        for (const Block block : BlockSet::all()) {
            const bool won = (p.won(Side::kX) | p.won(Side::kO)).contains(block);
            const bool full = p.empty_cells(block).empty();
            const bool won_closes = !Traits<TypeParam::kRuleset>::kWonStaysOpen;
            ASSERT_EQ(p.closed().contains(block), full || (won && won_closes));
        }
        ASSERT_EQ(p.legal_count(), p.legal_moves().size());
        for (const Move move : p.legal_moves()) {
            ASSERT_TRUE(p.targets().contains(move.block()));
            ASSERT_TRUE(p.empty_cells(move.block()).contains(move.cell()));
        }
        if (p.is_over()) {
            ASSERT_FALSE(p.target_cell()) << "nobody is restricted any more";
        }
    });
}

TYPED_TEST(PositionOfEveryRuleset, TieBreakChangesOnlyTheOutcome) {
    std::map<Ending, int> seen;
    base::Rng rng(5);
    for (int game = 0; game < 400; ++game) {
        TypeParam draw(TieBreak::kDraw);
        TypeParam majority(TieBreak::kMajority);
        while (!draw.is_over()) {
            ASSERT_EQ(draw.legal_moves(), majority.legal_moves());
            ASSERT_NE(draw.hash(), majority.hash()) << "the rules are part of the hash";
            const auto legal = draw.legal_moves();
            const Move move = legal.nth(rng.below(static_cast<unsigned>(legal.size())));
            draw = draw.after(move);
            majority = majority.after(move);
        }
        ASSERT_TRUE(majority.is_over());
        const Outcome plain = draw.outcome();
        const Outcome counted = majority.outcome();
        ++seen[counted.ending];
        if (plain.ending == Ending::kLine) {
            EXPECT_EQ(plain, counted);
            continue;
        }
        EXPECT_EQ(plain, (Outcome{Ending::kDraw, std::nullopt}));
        const int lead = draw.won(Side::kX).size() - draw.won(Side::kO).size();
        EXPECT_EQ(counted.winner,
                  lead == 0 ? std::nullopt : std::optional(lead > 0 ? Side::kX : Side::kO));
        EXPECT_EQ(counted.ending, lead == 0 ? Ending::kDraw : Ending::kMajority);
    }
    EXPECT_EQ(seen.size(), 3u) << "all three endings were met";
}

TYPED_TEST(PositionOfEveryRuleset, HashIsWhatFromPartsComputes) {
    walk_randomly<TypeParam::kRuleset>(300, 31, [](const TypeParam& p) {
        const Parts parts{p.marks(Side::kX), p.marks(Side::kO), p.won(Side::kX),
                          p.won(Side::kO),   p.side(),          p.target_cell()};
        const TypeParam built = TypeParam::from_parts(parts, p.tie_break());
        ASSERT_EQ(built.hash(), p.hash()) << "ply " << p.ply();
        ASSERT_EQ(built, p);
    });
}

TYPED_TEST(PositionOfEveryRuleset, DifferentPositionsHaveDifferentHashes) {
    std::unordered_map<std::uint64_t, TypeParam> by_hash;
    walk_randomly<TypeParam::kRuleset>(4000, 41, [&](const TypeParam& p) {
        const auto [it, added] = by_hash.emplace(p.hash(), p);
        ASSERT_EQ(it->second, p);
    });
    EXPECT_GT(by_hash.size(), 100000u);
}

TEST(PositionTest, HashesDifferBetweenRulesets) {
    EXPECT_NE(StandardPosition().hash(), OpenPosition().hash());
    EXPECT_NE(OpenPosition().hash(), CorrespondencePosition().hash());
    EXPECT_NE(StandardPosition().hash(), CorrespondencePosition(TieBreak::kDraw).hash());
}

TEST(PositionTest, TranspositionsAreEqual) {
    const auto one = play(StandardPosition(), {1, 10, 2, 20});
    const auto two = play(StandardPosition(), {2, 20, 1, 10});
    EXPECT_EQ(one, two);
    EXPECT_EQ(one.hash(), two.hash());
}

TEST(PositionTest, TheTargetIsPartOfThePosition) {
    Parts parts{marks({1, 2}), marks({10, 20}), {}, {}, Side::kX, Cell{0}};
    const auto sent = StandardPosition::from_parts(parts, TieBreak::kDraw);
    EXPECT_EQ(sent, play(StandardPosition(), {1, 10, 2, 20}));
    parts.target = std::nullopt;
    const auto free = StandardPosition::from_parts(parts, TieBreak::kDraw);
    EXPECT_NE(sent, free);
    EXPECT_NE(sent.hash(), free.hash());
    EXPECT_EQ(free.legal_count(), 77);
}

TEST(StandardPositionTest, AWonBlockIsClosedAndSendingThereFreesTheMover) {
    auto p = play(StandardPosition(), kXTakesBlock0);
    EXPECT_EQ(listed(p.won(Side::kX)), (Blocks{0}));
    EXPECT_TRUE(p.won(Side::kO).empty());
    EXPECT_EQ(listed(p.closed()), (Blocks{0}));
    EXPECT_EQ(listed(p.targets()), (Blocks{8}));
    p = play(p, {80});
    EXPECT_FALSE(p.target_cell());
    EXPECT_EQ(listed(p.targets()), (Blocks{1, 2, 3, 4, 5, 6, 7, 8}));
    EXPECT_EQ(p.legal_count(), 72 - 4) << "10, 31, 40 and 80 are taken";
    EXPECT_FALSE(p.is_legal(at(1))) << "empty, but its block is closed";
    EXPECT_EQ(p.side(), Side::kX);
    p = play(p, {22});
    EXPECT_EQ(p.side(), Side::kO) << "a free move is one move like any other";
    EXPECT_EQ(p.marks(Side::kX).block(Block{2}), CellSet::of(Cell{2}));
}

TEST(StandardPositionTest, AMoveThatClosesItsOwnDestinationFreesTheMover) {
    const Parts parts{marks({1, 2, 50}), marks({10, 20, 70}), {}, {}, Side::kX, Cell{0}};
    const auto p = play(StandardPosition::from_parts(parts, TieBreak::kDraw), {0});
    EXPECT_EQ(listed(p.won(Side::kX)), (Blocks{0}));
    EXPECT_FALSE(p.target_cell());
    EXPECT_EQ(p.targets().size(), 8);
}

TEST(StandardPositionTest, ADrawnBlockIsNotOpen) {
    const Parts parts{marks({40, 41, 45, 46}), marks({42, 43, 44, 47}), {}, {}, Side::kX, Cell{4}};
    auto p = play(StandardPosition::from_parts(parts, TieBreak::kDraw), {48});
    EXPECT_EQ(listed(p.closed()), (Blocks{4}));
    EXPECT_TRUE((p.won(Side::kX) | p.won(Side::kO)).empty());
    p = play(p, {84});
    EXPECT_FALSE(p.target_cell());
    EXPECT_EQ(listed(p.targets()), (Blocks{0, 1, 2, 3, 5, 6, 7, 8}));
}

/// X owns blocks 0 and 1, is one mark short in block 2 and sent there.
template <Ruleset R>
Position<R> before_the_line() {
    const Parts parts{marks({0, 1, 2, 10, 11, 12, 20, 21}),
                      marks({32, 33, 47, 48, 50, 51, 63, 64}),
                      blocks({0, 1}),
                      {},
                      Side::kX,
                      Cell{2}};
    return Position<R>::from_parts(parts, TieBreak::kDraw);
}

TEST(StandardPositionTest, ThreeBlocksInLineEndTheGame) {
    const auto p = play(before_the_line<Ruleset::kStandard>(), {22});
    EXPECT_TRUE(p.is_over());
    EXPECT_EQ(p.outcome(), (Outcome{Ending::kLine, Side::kX}));
    EXPECT_TRUE(p.legal_moves().empty());
    EXPECT_TRUE(p.targets().empty());
    EXPECT_FALSE(p.target_cell());
    EXPECT_EQ(p.side(), Side::kO);
}

TEST(OpenPositionTest, ThreeBlocksInLineEndTheGame) {
    const auto p = play(before_the_line<Ruleset::kOpen>(), {22});
    EXPECT_TRUE(p.is_over());
    EXPECT_EQ(p.outcome(), (Outcome{Ending::kLine, Side::kX}));
}

TEST(OpenPositionTest, AWonBlockStaysPlayable) {
    auto p = play(OpenPosition(), kXTakesBlock0);
    EXPECT_EQ(listed(p.won(Side::kX)), (Blocks{0}));
    EXPECT_TRUE(p.closed().empty());
    p = play(p, {80});
    EXPECT_EQ(p.target_cell(), Cell{0});
    EXPECT_EQ(listed(p.targets()), (Blocks{0}));
    EXPECT_EQ(p.legal_count(), 5);
}

TEST(OpenPositionTest, TheFirstWinnerKeepsTheBlock) {
    const Parts parts{marks({0, 1, 2, 30}), marks({3, 4, 11}), blocks({0}), {}, Side::kO, Cell{0}};
    const auto p = play(OpenPosition::from_parts(parts, TieBreak::kDraw), {5});
    EXPECT_EQ(listed(p.won(Side::kX)), (Blocks{0}));
    EXPECT_TRUE(p.won(Side::kO).empty()) << "O's line in block 0 came second";
    EXPECT_EQ(listed(p.targets()), (Blocks{5}));
}

TEST(OpenPositionTest, TheOwnerIsPartOfThePosition) {
    Parts parts{marks({0, 1, 2, 30}), marks({3, 4, 5, 11}), blocks({0}), {}, Side::kX, Cell{1}};
    const auto of_x = OpenPosition::from_parts(parts, TieBreak::kDraw);
    std::swap(parts.x_won, parts.o_won);
    const auto of_o = OpenPosition::from_parts(parts, TieBreak::kDraw);
    EXPECT_NE(of_x, of_o);
    EXPECT_NE(of_x.hash(), of_o.hash());
}

TEST(OpenPositionTest, AFullBlockIsClosed) {
    const Parts parts{
        marks({0, 1, 2, 8, 30}), marks({3, 4, 6, 7}), blocks({0}), {}, Side::kO, Cell{0}};
    auto p = play(OpenPosition::from_parts(parts, TieBreak::kDraw), {5});
    EXPECT_EQ(listed(p.closed()), (Blocks{0}));
    EXPECT_EQ(listed(p.won(Side::kX)), (Blocks{0}));
    p = play(p, {50});
    EXPECT_FALSE(p.target_cell());
    EXPECT_EQ(p.targets().size(), 8);
}

TEST(CorrespondencePositionTest, SendsToTheDestinationsThatAreOpen) {
    auto parts = Parts{marks({10, 11, 12}), marks({30, 40}), blocks({1}), {}, Side::kO, {}};
    auto p = play(CorrespondencePosition::from_parts(parts, TieBreak::kMajority), {80});
    EXPECT_EQ(listed(p.targets()), (Blocks{3}));
    EXPECT_EQ(p.target_cell(), Cell{0});

    parts.x = marks({10, 11, 12, 31, 32, 33});
    parts.o = marks({20, 43, 56, 65, 78});
    parts.x = parts.x | marks({30});
    parts.x_won = blocks({1, 3});
    p = play(CorrespondencePosition::from_parts(parts, TieBreak::kMajority), {80});
    EXPECT_FALSE(p.target_cell());
    EXPECT_EQ(listed(p.targets()), (Blocks{0, 2, 4, 5, 6, 7, 8}));
}

TEST(AnyPositionTest, StartsUnderTheRulesAskedFor) {
    for (const Ruleset ruleset : kRulesets) {
        for (const TieBreak tie_break : kTieBreaks) {
            const Rules rules{ruleset, tie_break};
            EXPECT_EQ(AnyPosition::start(rules).rules(), rules);
        }
    }
    EXPECT_EQ(AnyPosition(), AnyPosition(StandardPosition()));
    EXPECT_NE(AnyPosition(), AnyPosition(OpenPosition()));
}

TYPED_TEST(PositionOfEveryRuleset, AnyPositionSaysTheSame) {
    walk_randomly<TypeParam::kRuleset>(20, 51, [](const TypeParam& p) {
        const AnyPosition any(p);
        ASSERT_EQ(any.rules(), p.rules());
        ASSERT_EQ(any.side(), p.side());
        ASSERT_EQ(any.marks(Side::kO), p.marks(Side::kO));
        ASSERT_EQ(any.won(Side::kX), p.won(Side::kX));
        ASSERT_EQ(any.closed(), p.closed());
        ASSERT_EQ(any.targets(), p.targets());
        ASSERT_EQ(any.target_cell(), p.target_cell());
        ASSERT_EQ(any.ply(), p.ply());
        ASSERT_EQ(any.legal_moves(), p.legal_moves());
        ASSERT_EQ(any.hash(), p.hash());
        ASSERT_EQ(any.is_over(), p.is_over());
        if (p.is_over()) {
            ASSERT_EQ(any.outcome(), p.outcome());
        } else {
            const Move move = *p.legal_moves().begin();
            ASSERT_TRUE(any.is_legal(move));
            ASSERT_EQ(any.after(move), AnyPosition(p.after(move)));
        }
    });
}

}  // namespace
}  // namespace ninefold::rules
