// SPDX-License-Identifier: MIT
#include "rules/move_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace ninefold::rules {
namespace {

TEST(MoveTextTest, BothFormsRoundTrip) {
    std::set<std::string> texts;
    for (unsigned value = 0; value < Move::kCount; ++value) {
        const Move move(value);
        EXPECT_EQ(parse_move(to_text(move)).value(), move);
        EXPECT_EQ(parse_move(to_algebraic(move)).value(), move);
        texts.insert(to_text(move));
        texts.insert(to_algebraic(move));
    }
    EXPECT_EQ(texts.size(), 162u);
}

TEST(MoveTextTest, KnownMoves) {
    EXPECT_EQ(to_text(Move(36)), "40");
    EXPECT_EQ(to_algebraic(Move(0)), "a9") << "block 0, cell 0 is the top left";
    EXPECT_EQ(to_algebraic(Move(80)), "i1") << "block 8, cell 8 is the bottom right";
    EXPECT_EQ(to_algebraic(Move(40)), "e5") << "the centre";
    EXPECT_EQ(parse_move("a1").value(), Move(9 * 6 + 6));
    EXPECT_EQ(parse_move("d9").value(), Move(9 * 1 + 0));
}

TEST(MoveTextTest, CoordinatesRoundTrip) {
    for (unsigned value = 0; value < Move::kCount; ++value) {
        EXPECT_EQ(move_at(coordinates(Move(value))), Move(value));
    }
    EXPECT_EQ(coordinates(Move(9 * 5 + 1)).row, 3);
    EXPECT_EQ(coordinates(Move(9 * 5 + 1)).column, 7);
}

TEST(MoveTextTest, RefusesOtherTexts) {
    using std::string_view;
    for (const string_view text :
         {string_view(""), string_view("4"), string_view("400"), string_view("90"),
          string_view("09"), string_view("-1"), string_view("4 "), string_view(" 4"),
          string_view("j1"), string_view("a0"), string_view("A1"), string_view("1a"),
          string_view("4\0", 2), string_view("\xff\xfe")}) {
        const auto move = parse_move(text);
        EXPECT_FALSE(move) << text;
        if (!move) {
            EXPECT_THAT(move.error().message, testing::HasSubstr("is not a move"));
        }
    }
}

TEST(MoveTextTest, SidesAsLetters) {
    EXPECT_EQ(to_char(Side::kX), 'x');
    EXPECT_EQ(to_char(Side::kO), 'o');
    EXPECT_EQ(to_capital(Side::kX), 'X');
    EXPECT_EQ(to_capital(Side::kO), 'O');
}

}  // namespace
}  // namespace ninefold::rules
