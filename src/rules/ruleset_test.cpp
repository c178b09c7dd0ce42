// SPDX-License-Identifier: MIT
#include "rules/ruleset.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <filesystem>
#include <string>
#include <vector>

#include "base/file_contents.h"
#include "base/parse_json.h"

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

nlohmann::ordered_json facts_as_json() {
    nlohmann::ordered_json all;
    for (const RulesetFacts& facts : kRulesetFacts) {
        auto& one = all[std::string(facts.name)];
        one["tie_break"] = name(facts.tie_break);
        one["won_stays_open"] = facts.won_stays_open;
        for (const std::uint16_t blocks : facts.destinations) {
            auto& numbers = one["destinations"].emplace_back();
            for (const Block block : BlockSet(blocks)) numbers.push_back(block.index);
        }
    }
    return all;
}

TEST(RulesetTest, TheFileForThePageTheHostsAndTheTrainerHasTheSameFacts) {
    const auto path =
        std::filesystem::path(__FILE__).parent_path() / "../../hosts/python/rulesets.json";
    const auto file = base::read_file(path);
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_EQ(base::parse_json(*file), facts_as_json());
}

TEST(RulesetTest, ACellSendsToAtMostTwoBlocksAsNetworksNeedIt) {
    for (const RulesetFacts& facts : kRulesetFacts) {
        for (const std::uint16_t blocks : facts.destinations) {
            EXPECT_LE(std::popcount(blocks), 2) << facts.name;
        }
    }
}

TEST(RulesetTest, EveryChoiceOfRulesHasItsNumber) {
    for (std::size_t i = 0; i < kAllRules.size(); ++i) EXPECT_EQ(number_of(kAllRules[i]), i);
    EXPECT_EQ(kAllRules.back(), (Rules{kRulesets.back(), kTieBreaks.back()}));
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
