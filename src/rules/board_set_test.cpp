// SPDX-License-Identifier: MIT
#include "rules/board_set.h"

#include <gtest/gtest.h>

#include <set>
#include <type_traits>
#include <vector>

#include "base/rng.h"

namespace ninefold::rules {
namespace {

BoardSet set_of(const std::set<unsigned>& members) {
    BoardSet set;
    for (const unsigned member : members) set = set | BoardSet::of(Move(member));
    return set;
}

std::vector<unsigned> listed(BoardSet set) {
    std::vector<unsigned> values;
    for (const Move move : set) values.push_back(move.value());
    return values;
}

TEST(MoveTest, IsOneValueOfBlockAndCell) {
    for (unsigned value = 0; value < Move::kCount; ++value) {
        const Move move(value);
        EXPECT_EQ(move.block().index, value / 9);
        EXPECT_EQ(move.cell().index, value % 9);
        EXPECT_EQ(Move(move.block(), move.cell()), move);
    }
    static_assert(sizeof(Move) == 1);
}

TEST(BoardSetTest, IsTwoWordsAndTriviallyCopyable) {
    static_assert(sizeof(BoardSet) == 16);
    static_assert(std::is_trivially_copyable_v<BoardSet>);
    EXPECT_TRUE(BoardSet().empty());
    EXPECT_EQ((~BoardSet()).size(), 81);
    EXPECT_TRUE((~~BoardSet()).empty());
}

TEST(BoardSetTest, EveryMoveIsItsOwnMember) {
    for (unsigned value = 0; value < Move::kCount; ++value) {
        const Move move(value);
        const BoardSet set = BoardSet::of(move);
        EXPECT_EQ(set, BoardSet::of(move.block(), move.cell()));
        EXPECT_EQ(set.size(), 1);
        EXPECT_TRUE(set.contains(move));
        EXPECT_EQ(*set.begin(), move);
        EXPECT_EQ(set.block(move.block()), CellSet::of(move.cell()));
        EXPECT_TRUE((set & ~set).empty());
    }
}

TEST(BoardSetTest, CoveringTakesWholeBlocks) {
    for (unsigned bits = 0; bits < 512; ++bits) {
        const BlockSet blocks(bits);
        const BoardSet set = BoardSet::covering(blocks);
        EXPECT_EQ(set.size(), 9 * blocks.size());
        for (const Block block : BlockSet::all()) {
            EXPECT_EQ(set.block(block), blocks.contains(block) ? CellSet::all() : CellSet());
        }
    }
    EXPECT_EQ(BoardSet::covering(BlockSet::all()), ~BoardSet());
}

TEST(BoardSetTest, SetBlockLeavesTheOthersAlone) {
    base::Rng rng(3);
    for (int i = 0; i < 2000; ++i) {
        BoardSet set = ~BoardSet() & BoardSet(rng(), rng());
        const BoardSet before = set;
        const Block changed{static_cast<std::uint8_t>(rng.below(9))};
        const CellSet cells(rng.below(512));
        set.set_block(changed, cells);
        for (const Block block : BlockSet::all()) {
            EXPECT_EQ(set.block(block), block == changed ? cells : before.block(block));
        }
    }
}

TEST(BoardSetTest, ListsMembersInAscendingOrder) {
    base::Rng rng(5);
    for (int i = 0; i < 500; ++i) {
        std::set<unsigned> members;
        for (unsigned n = rng.below(82); n > 0; --n) members.insert(rng.below(81));
        const BoardSet set = set_of(members);
        EXPECT_EQ(listed(set), std::vector<unsigned>(members.begin(), members.end()));
        EXPECT_EQ(static_cast<std::size_t>(set.size()), members.size());
        unsigned n = 0;
        for (const unsigned member : members) EXPECT_EQ(set.nth(n++).value(), member);
        for (unsigned value = 0; value < Move::kCount; ++value) {
            EXPECT_EQ(set.contains(Move(value)), members.contains(value));
        }
    }
}

}  // namespace
}  // namespace ninefold::rules
