// SPDX-License-Identifier: MIT
#include "rules/ruleset.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ninefold::rules {
namespace {

using testing::HasSubstr;

TEST(RulesetTest, NamesRoundTrip) {
    for (const Ruleset ruleset : kRulesets) {
        EXPECT_EQ(parse_ruleset(name(ruleset)).value(), ruleset);
        for (const TieBreak tie_break : kTieBreaks) {
            EXPECT_EQ(parse_tie_break(name(tie_break)).value(), tie_break);
            const Rules rules{ruleset, tie_break};
            EXPECT_EQ(parse_rules(name(rules)).value(), rules);
        }
    }
}

TEST(RulesetTest, TheTieBreakIsNamedWhereItIsNotTheDefault) {
    EXPECT_EQ(name(Rules{}), "standard");
    EXPECT_EQ(name(Rules{Ruleset::kStandard, TieBreak::kMajority}), "standard+majority");
    EXPECT_EQ(name(Rules{Ruleset::kOpen, TieBreak::kDraw}), "open");
    EXPECT_EQ(name(Rules{Ruleset::kCorrespondence, TieBreak::kMajority}), "correspondence");
    EXPECT_EQ(name(Rules{Ruleset::kCorrespondence, TieBreak::kDraw}), "correspondence+draw");
}

TEST(RulesetTest, DefaultsFollowTheRuleset) {
    EXPECT_EQ((Rules{.ruleset = Ruleset::kCorrespondence}).tie_break, TieBreak::kMajority);
    EXPECT_EQ((Rules{.ruleset = Ruleset::kOpen}).tie_break, TieBreak::kDraw);
    EXPECT_EQ(parse_rules("correspondence").value().tie_break, TieBreak::kMajority);
    EXPECT_EQ(parse_rules("standard+draw").value(), Rules{});
}

TEST(RulesetTest, RefusesOtherWords) {
    for (const char* text : {"", "Standard", "standard ", " open", "codingame", "standard+",
                             "+draw", "standard+draw+draw", "standard draw", "draw"}) {
        EXPECT_FALSE(parse_rules(text)) << text;
    }
    EXPECT_THAT(parse_rules("chess").error().message, HasSubstr("unknown ruleset 'chess'"));
    EXPECT_THAT(parse_rules("open+coin").error().message, HasSubstr("unknown tie-break 'coin'"));
    EXPECT_FALSE(parse_tie_break("standard"));
}

TEST(RulesetTest, DestinationsOfStandardAndOpenAreTheBlockOfTheCell) {
    for (std::uint8_t i = 0; i < 9; ++i) {
        EXPECT_EQ(Traits<Ruleset::kStandard>::destinations(Cell{i}), BlockSet::of(Block{i}));
        EXPECT_EQ(Traits<Ruleset::kOpen>::destinations(Cell{i}), BlockSet::of(Block{i}));
    }
}

TEST(RulesetTest, DestinationsOfCorrespondence) {
    const std::vector<std::vector<int>> table = {{1, 3}, {0, 2}, {1, 5}, {0, 6}, {4},
                                                 {2, 8}, {3, 7}, {6, 8}, {5, 7}};
    for (std::uint8_t i = 0; i < 9; ++i) {
        std::vector<int> blocks;
        for (const Block block : Traits<Ruleset::kCorrespondence>::destinations(Cell{i})) {
            blocks.push_back(block.index);
        }
        EXPECT_EQ(blocks, table[i]) << "cell " << int{i};
    }
}

}  // namespace
}  // namespace ninefold::rules
