// SPDX-License-Identifier: MIT
#include "net/row_map.h"

#include <set>

#include <gtest/gtest.h>

namespace ninefold::net {
namespace {

TEST(RowMap, HasARowForEveryPatternThatOccurs) {
    const RowMap standard(rules::Ruleset::kStandard), open(rules::Ruleset::kOpen);
    EXPECT_EQ(open.section(), standard.section() + 2 * 511);
    EXPECT_EQ(standard.pattern_order().front(), 0);
    EXPECT_EQ(standard.pattern_order().back(), patterns::kFull);
}

TEST(RowMap, NumbersAreDistinct) {
    const RowMap map(rules::Ruleset::kStandard);
    std::set<std::uint32_t> numbers;
    std::size_t count = 0;
    const auto take = [&](std::uint32_t number) {
        numbers.insert(number);
        ++count;
        EXPECT_LT(number, map.total());
    };
    for (std::uint32_t within = 0; within < map.section(); within += 101) {
        for (const rules::Block block : rules::BlockSet::all()) take(map.block(block, within));
        for (unsigned use = 0; use < 9; ++use) {
            if (use != RowMap::kPlainUse) take(map.use(use, within));
        }
        for (const bool moves : {true, false}) take(map.target(moves, within));
    }
    for (unsigned cell = 0; cell < 10; ++cell) {
        for (const bool moves : {true, false}) take(map.cell(moves, cell));
    }
    for (unsigned macro = 0; macro < patterns::kOwned; macro += 101) take(map.macro(macro));
    EXPECT_EQ(numbers.size(), count);
}

TEST(RowMap, KnowsWhatBlocksAreWorth) {
    const RowMap map(rules::Ruleset::kStandard);
    // Two owned in the top row, one lost in the second.
    const Uses uses = map.uses(patterns::number(0b000'000'011, 0b000'001'000));
    EXPECT_EQ(uses.critical, 0b000'000'100);
    EXPECT_EQ(uses.of(rules::Block{2}), 2u);
    EXPECT_EQ(uses.of(rules::Block{8}), 1u);
    EXPECT_EQ(uses.of(rules::Block{0}), 0u);
    const Uses none = map.uses(patterns::number(0, 0b010'010'111));
    EXPECT_EQ(none.of(rules::Block{3}), 0u);
}

TEST(RowMap, FactsHaveTheEncodersLength) {
    const RowMap map(rules::Ruleset::kOpen);
    EXPECT_EQ(pattern_facts(map).size(), map.section() * std::size_t{kPatternFacts});
    EXPECT_EQ(macro_facts(map).size(), patterns::kOwned * std::size_t{kMacroFacts});
}

}  // namespace
}  // namespace ninefold::net
