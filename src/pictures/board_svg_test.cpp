// SPDX-License-Identifier: MIT
#include "pictures/board_picture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rules/position_text.h"

namespace ninefold::pictures {
namespace {

using testing::HasSubstr;
using testing::Not;

int count(const std::string& text, std::string_view part) {
    int found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
        ++found;
    }
    return found;
}

rules::AnyPosition after(std::string_view moves, rules::Rules rules = {}) {
    return rules::play_moves(rules::AnyPosition::start(rules), moves).value();
}

TEST(BoardSvgTest, DrawsEveryMarkAndNamesThePosition) {
    const std::string svg = board_svg(after("40 01 12"));
    EXPECT_EQ(count(svg, "<path"), 2);
    EXPECT_EQ(count(svg, "<circle"), 1);
    EXPECT_THAT(svg, HasSubstr("<title>1o7/2x6/9/9/x8/9/9/9/9 o 2 standard</title>"));
    EXPECT_TRUE(svg.starts_with("<svg "));
    EXPECT_TRUE(svg.ends_with("</svg>\n"));
}

TEST(BoardSvgTest, FramesTheTargetsInTheMoversColour) {
    EXPECT_EQ(count(board_svg(after("40")), R"(stroke="#b94e06")"), 1);
    EXPECT_EQ(count(board_svg(rules::AnyPosition()), R"(stroke="#1462b8")"), 9);
}

TEST(BoardSvgTest, LightsTheLastMoveOnly) {
    BoardPicture picture;
    EXPECT_THAT(board_svg(after("40"), picture), Not(HasSubstr("#fbeebb")));
    picture.last = rules::Move(36);
    EXPECT_EQ(count(board_svg(after("40"), picture), "#fbeebb"), 1);
}

TEST(BoardSvgTest, ShowsAWonBlockAsOneBigMark) {
    // X has the top row of block 0.
    const auto position = rules::parse_position("xxx6/o8/o8/9/9/9/9/9/9 o 2 standard");
    ASSERT_TRUE(position) << position.error().message;
    const std::string svg = board_svg(*position);
    EXPECT_EQ(count(svg, "<path"), 4);
    EXPECT_EQ(count(svg, R"(opacity="0.9")"), 1);
    EXPECT_EQ(count(svg, R"(opacity="0.25")"), 3);
}

TEST(BoardSvgTest, NumbersTheLegalMoves) {
    BoardPicture picture;
    picture.numbers = true;
    const std::string svg = board_svg(after("40"), picture);
    EXPECT_EQ(count(svg, "<text"), 9);
    EXPECT_THAT(svg, HasSubstr(">08</text>"));
}

TEST(BoardSvgTest, AutoHasBothThemes) {
    BoardPicture picture;
    picture.theme = Theme::kAuto;
    const std::string svg = board_svg(after("40"), picture);
    EXPECT_THAT(svg, HasSubstr("prefers-color-scheme: dark"));
    EXPECT_THAT(svg, HasSubstr(".ninefold-stroke-x{stroke:#6db4ff}"));
    EXPECT_THAT(svg, HasSubstr(R"(stroke="#1462b8" class="ninefold-stroke-x")"));
    picture.theme = Theme::kDark;
    EXPECT_THAT(board_svg(after("40"), picture), Not(HasSubstr("class=")));
}

TEST(PaletteTest, ThemesHaveNames) {
    EXPECT_EQ(parse_theme("light").value(), Theme::kLight);
    EXPECT_EQ(parse_theme("dark").value(), Theme::kDark);
    EXPECT_EQ(parse_theme("auto").value(), Theme::kAuto);
    EXPECT_EQ(parse_theme("blue").error().message,
              "unknown theme 'blue'; known are light, dark and auto");
}

}  // namespace
}  // namespace ninefold::pictures
