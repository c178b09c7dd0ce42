// SPDX-License-Identifier: MIT
#include "rules/position_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "rules/random_walk_for_test.h"

namespace ninefold::rules {
namespace {

using testing::HasSubstr;

constexpr const char* kStart = "9/9/9/9/9/9/9/9/9 x - standard";

std::string error_of(std::string_view text) {
    const auto position = parse_position(text);
    return position ? "accepted" : position.error().message;
}

TEST(PositionTextTest, TheStart) {
    EXPECT_EQ(to_text(AnyPosition()), kStart);
    EXPECT_EQ(parse_position(kStart).value(), AnyPosition());
    EXPECT_EQ(to_text(AnyPosition::start({Ruleset::kStandard, TieBreak::kMajority})),
              "9/9/9/9/9/9/9/9/9 x - standard+majority");
}

TEST(PositionTextTest, AfterSomeMoves) {
    const auto p = play_moves(AnyPosition(), "40 01 e8").value();
    EXPECT_EQ(to_text(p), "1o7/4x4/9/9/x8/9/9/9/9 o 4 standard");
    EXPECT_EQ(parse_position(to_text(p)).value(), p);
}

template <typename P>
class PositionTextOfEveryRuleset : public testing::Test {};
using AllPositions = EachRuleset<testing::Types, Position>;
TYPED_TEST_SUITE(PositionTextOfEveryRuleset, AllPositions);

TYPED_TEST(PositionTextOfEveryRuleset, EveryPositionOfAGameRoundTrips) {
    for (const TieBreak tie_break : kTieBreaks) {
        walk_randomly<TypeParam::kRuleset>(150, 91, tie_break, [](const TypeParam& p) {
            const std::string text = to_text(AnyPosition(p));
            const auto read = parse_position(text);
            ASSERT_TRUE(read) << text << ": " << read.error().message;
            ASSERT_EQ(*read, AnyPosition(p)) << text;
            ASSERT_EQ(to_text(*read), text);
        });
    }
}

TEST(PositionTextTest, CapitalsNameTheOwnerOfABlockWithTwoLines) {
    const std::string text = "XXXooo3/9/9/9/9/9/9/9/9 x 5 open";
    const auto p = parse_position(text);
    ASSERT_TRUE(p) << p.error().message;
    EXPECT_TRUE(p->won(Side::kX).contains(Block{0}));
    EXPECT_TRUE(p->won(Side::kO).empty());
    EXPECT_EQ(to_text(*p), text);
    EXPECT_THAT(error_of("xxxooo3/9/9/9/9/9/9/9/9 x 5 open"), HasSubstr("in capitals"));
    EXPECT_THAT(error_of("XXXOOO3/9/9/9/9/9/9/9/9 x 5 open"), HasSubstr("in capitals"));
    EXPECT_THAT(error_of("XXXooo3/9/9/9/9/9/9/9/9 x 5 standard"),
                HasSubstr("both sides have a line in block 0"));
    EXPECT_THAT(error_of("X8/9/9/9/9/9/9/9/9 o 0 open"), HasSubstr("capitals in block 0"));
}

TEST(PositionTextTest, MalformedTextsAreRefusedWithPlaceAndReason) {
    EXPECT_THAT(error_of(""), HasSubstr("0 fields, 4 are needed"));
    EXPECT_THAT(error_of("9/9/9/9/9/9/9/9/9 x -"), HasSubstr("3 fields, 4 are needed"));
    EXPECT_THAT(error_of(std::string(kStart) + " more"), HasSubstr("5 fields"));
    EXPECT_THAT(error_of("9/9/9/9/9/9/9/9 x - standard"), HasSubstr("8 blocks, 9 are needed"));
    EXPECT_THAT(error_of("9/9/9/9/9/9/9/9/9/9 x - standard"), HasSubstr("more than 9 blocks"));
    EXPECT_THAT(error_of("9/9/9/8/9/9/9/9/9 x - standard"), HasSubstr("block 3 has 8 cells"));
    EXPECT_THAT(error_of("9/9/9/9//9/9/9/9 x - standard"), HasSubstr("block 4 has 0 cells"));
    EXPECT_THAT(error_of("9/9x/9/9/9/9/9/9/9 x - standard"),
                HasSubstr("block 1 has more than 9 cells (character 4)"));
    EXPECT_THAT(error_of("9/z8/9/9/9/9/9/9/9 x - standard"),
                HasSubstr("'z' in block 1 (character 3)"));
    EXPECT_THAT(error_of("9/45/9/9/9/9/9/9/9 x - standard"), HasSubstr("write one digit"));
    EXPECT_THAT(error_of("9/9/9/9/9/9/9/9/9 y - standard"), HasSubstr("side 'y'"));
    EXPECT_THAT(error_of("9/9/9/9/9/9/9/9/9 x 9 standard"), HasSubstr("target '9'"));
    EXPECT_THAT(error_of("9/9/9/9/9/9/9/9/9 x - chess"), HasSubstr("unknown ruleset 'chess'"));
    EXPECT_THAT(error_of(std::string(5000, '9')), HasSubstr("5000 characters"));
    EXPECT_THAT(error_of(std::string("\0\xff/ x - open", 12)), HasSubstr("position: "));
}

TEST(PositionTextTest, ImpossiblePositionsAreRefused) {
    EXPECT_THAT(error_of("x8/9/9/9/9/9/9/9/9 x 0 standard"), HasSubstr("1 x and 0 o"));
    EXPECT_THAT(error_of("o8/9/9/9/9/9/9/9/9 x 0 standard"), HasSubstr("0 x and 1 o"));
    EXPECT_THAT(error_of("9/9/9/9/9/9/9/9/9 x 4 standard"), HasSubstr("no mark on the board"));
    EXPECT_THAT(error_of("x8/9/9/9/9/9/9/9/9 o 3 standard"), HasSubstr("target 3 cannot be"));
    EXPECT_THAT(error_of("x8/9/9/9/9/9/9/9/9 o - standard"), HasSubstr("target - cannot be"));
    EXPECT_THAT(error_of("xxx6/xxx6/xxx6/ooo6/ooo6/ooo6/9/9/9 x - standard"),
                HasSubstr("both sides have three blocks in line"));
    EXPECT_THAT(error_of("xxx6/xxx6/xxx6/oo7/oo7/oo7/oo7/o8/9 x - standard"),
                HasSubstr("X has three blocks in line and is to move"));
    // Block 0 is closed, so that cell 0 sends nowhere.
    EXPECT_THAT(error_of("xxx6/o8/9/9/9/9/o8/9/o8 x 0 standard"),
                HasSubstr("target 0 cannot be: its blocks are closed"));
}

TEST(PositionTextTest, PlayMovesSaysWhichMoveIsWrong) {
    const auto message = [](std::string_view moves) {
        const auto p = play_moves(AnyPosition(), moves);
        return p ? "played" : p.error().message;
    };
    EXPECT_EQ(message(""), "played");
    EXPECT_EQ(message(" 40\t01\n14 "), "played");
    EXPECT_THAT(message("40 99"), HasSubstr("move 2: '99' is not a move"));
    EXPECT_THAT(message("40 11"), HasSubstr("move 2 (11) is illegal: block 1 is not a target"));
    EXPECT_THAT(message("44 44"), HasSubstr("move 2 (44) is illegal: the cell is taken by X"));
    EXPECT_THAT(message("04 40 00 03 31 10 08 80 01"),
                HasSubstr("move 9 (01) is illegal: block 0"));
}

TEST(PositionTextTest, WhyIllegalIsSilentOnLegalMoves) {
    for (const Move move : AnyPosition().legal_moves()) {
        EXPECT_EQ(why_illegal(AnyPosition(), move), "");
    }
    const auto over = parse_position("xxx6/xxx6/xxx6/oo7/oo7/oo7/oo7/9/9 o - standard");
    ASSERT_TRUE(over) << over.error().message;
    EXPECT_TRUE(over->is_over());
    EXPECT_EQ(why_illegal(*over, Move(80)), "the game is over");
}

}  // namespace
}  // namespace ninefold::rules
