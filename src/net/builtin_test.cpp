// SPDX-License-Identifier: MIT
#include "net/builtin.h"

#include <gtest/gtest.h>

#include "net/evaluate.h"

namespace ninefold::net {
namespace {

class BuiltinTest : public ::testing::Test {
protected:
    static void SetUpTestSuite() {
        const rules::Rules rules = {rules::Ruleset::kStandard, rules::TieBreak::kDraw};
        auto network = Network::parse(builtin_network(rules), rules);
        ASSERT_TRUE(network) << network.error().message;
        network_ = new Network(std::move(*network));
    }
    static void TearDownTestSuite() {
        delete network_;
        network_ = nullptr;
    }

    static double score(const rules::StandardPosition& position) {
        Accumulator accumulator;
        accumulator.refresh(*network_, position);
        return probability(evaluate(*network_, accumulator, position));
    }

    inline static Network* network_ = nullptr;
};

TEST_F(BuiltinTest, EachIsForItsRules) {
    std::size_t found = 0;
    for (const rules::Rules rules : rules::kAllRules) {
        const auto bytes = builtin_network(rules);
        if (bytes.empty()) continue;  // none was trained yet
        ++found;
        const auto file = NetworkFile::parse(bytes);
        ASSERT_TRUE(file) << rules::name(rules) << ": " << file.error().message;
        EXPECT_EQ(file->rules, rules);
    }
    EXPECT_EQ(found, network_files().size());
    EXPECT_GE(found, 6u);
}

TEST_F(BuiltinTest, LikesTheFirstMoveALittle) {
    const double start = score(rules::StandardPosition());
    EXPECT_GT(start, 0.5);
    EXPECT_LT(start, 0.75);
}

TEST_F(BuiltinTest, LikesTwoOwnedBlocksInALine) {
    rules::Parts parts;
    parts.x_won = rules::BlockSet(0b000'000'011);
    for (const rules::Block block : parts.x_won) parts.x.set_block(block, rules::CellSet(0b111));
    for (const rules::Block block : {rules::Block{3}, rules::Block{5}, rules::Block{7}}) {
        parts.o.set_block(block, rules::CellSet(0b010'000'001));
    }
    parts.target = rules::Cell{4};
    EXPECT_GT(score(rules::StandardPosition::from_parts(parts, rules::TieBreak::kDraw)), 0.7);
    std::swap(parts.x, parts.o);
    std::swap(parts.x_won, parts.o_won);
    EXPECT_LT(score(rules::StandardPosition::from_parts(parts, rules::TieBreak::kDraw)), 0.5);
}

}  // namespace
}  // namespace ninefold::net
