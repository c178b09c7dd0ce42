// SPDX-License-Identifier: MIT
#include "rules/nine_set.h"

#include <gtest/gtest.h>

#include <type_traits>
#include <vector>

namespace ninefold::rules {
namespace {

TEST(NineSetTest, StartsEmpty) {
    constexpr CellSet set;
    EXPECT_TRUE(set.empty());
    EXPECT_EQ(set.size(), 0);
    EXPECT_FALSE(set.is_all());
    EXPECT_EQ(set.begin() != set.end(), false);
}

TEST(NineSetTest, HoldsAllNine) {
    EXPECT_TRUE(CellSet::all().is_all());
    EXPECT_EQ(CellSet::all().size(), 9);
    for (std::uint8_t i = 0; i < 9; ++i) EXPECT_TRUE(CellSet::all().contains(Cell{i}));
}

TEST(NineSetTest, IteratesInAscendingOrder) {
    std::vector<int> seen;
    for (const Block block : BlockSet(0b101'000'011)) seen.push_back(block.index);
    EXPECT_EQ(seen, (std::vector<int>{0, 1, 6, 8}));
    EXPECT_EQ(BlockSet(0b101'000'010).first(), Block{1});
}

TEST(NineSetTest, ComplementStaysWithinNineBits) {
    EXPECT_EQ(~CellSet(), CellSet::all());
    for (unsigned bits = 0; bits < 512; ++bits) {
        const CellSet set(bits);
        EXPECT_EQ((~set).bits(), 511 - bits);
        EXPECT_EQ(~~set, set);
        EXPECT_EQ((~set).size(), 9 - set.size());
        EXPECT_TRUE((set & ~set).empty());
        EXPECT_TRUE((set | ~set).is_all());
    }
}

TEST(NineSetTest, AssigningOperators) {
    CellSet set = CellSet::of(Cell{3});
    set |= CellSet::of(Cell{8});
    EXPECT_EQ(set.bits(), 0b100'001'000u);
    set &= CellSet::of(Cell{8});
    EXPECT_EQ(set, CellSet::of(Cell{8}));
}

TEST(NineSetTest, BlocksAndCellsDoNotMix) {
    static_assert(!std::is_convertible_v<BlockSet, CellSet>);
    static_assert(!std::is_convertible_v<Block, Cell>);
    static_assert(!std::is_convertible_v<unsigned, CellSet>);
}

}  // namespace
}  // namespace ninefold::rules
