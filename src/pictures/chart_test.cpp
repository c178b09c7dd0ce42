// SPDX-License-Identifier: MIT
#include "pictures/chart.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/foreign_text.h"
#include "pictures/board_picture.h"
#include "rules/position_text.h"

namespace ninefold::pictures {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

int occurrences(const std::string& text, std::string_view part) {
    int found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
        ++found;
    }
    return found;
}

record::GameRecord game_of(std::string_view moves) {
    record::GameRecord game;
    game.x = "<alice> & co";
    game.o = "bob";
    const auto played = rules::parse_moves(game.start, moves);
    for (const rules::Move move : *played) game.plies.push_back({.move = move});
    return game;
}

TEST(ChartTest, TicksAreRound) {
    EXPECT_THAT(ticks(0, 100, 5), ElementsAre(0, 20, 40, 60, 80, 100));
    EXPECT_THAT(ticks(-3, 3, 5), ElementsAre(-2, 0, 2));
    EXPECT_THAT(ticks(0.61, 0.66, 5), testing::SizeIs(6));
}

TEST(ChartTest, DrawsTheEvaluationsOfAGameAboveAndBelowTheMiddle) {
    record::GameRecord game = game_of("44 40 00");
    game.plies[0].eval = 0.5;
    game.plies[2].eval = 0.9;
    const auto chart = evaluation_chart(game);
    ASSERT_TRUE(chart) << chart.error().message;
    ASSERT_EQ(chart->curves.size(), 1u);
    EXPECT_EQ(chart->curves[0].points.size(), 2u);
    EXPECT_DOUBLE_EQ(chart->curves[0].points[1].y, 90);
    const std::string svg = to_svg(*chart);
    EXPECT_EQ(occurrences(svg, "<polygon"), 2);
    EXPECT_THAT(svg, HasSubstr("&lt;alice&gt; &amp; co"));
    EXPECT_TRUE(svg.ends_with("</svg>\n"));
}

TEST(ChartTest, RefusesAGameWithoutEvaluations) {
    EXPECT_THAT(evaluation_chart(game_of("44 40")).error().message, HasSubstr("no evaluations"));
}

TEST(ChartTest, ShowsAnSprtBetweenItsBounds) {
    const Chart chart = sprt_chart({0.5, 1, 3.2}, -2.94, 2.94);
    EXPECT_EQ(chart.curves[0].points.size(), 4u);
    EXPECT_EQ(*chart.y.high, 2.94 + 0.588);
    const std::string svg = to_svg(chart);
    EXPECT_THAT(svg, HasSubstr(">accepted<"));
    EXPECT_THAT(svg, HasSubstr(">rejected<"));
    EXPECT_EQ(sprt_chart(std::vector<double>(5000, 1.0), -3, 3).curves[0].points.size(), 1001u);
}

TEST(ChartTest, ReadsWhatTheTrainerWrites) {
    const auto chart = training_chart("10,9,9\r\n100,0.66,0.3\r\n200,0.64,0.3,0.23,0.4\r\n");
    ASSERT_TRUE(chart) << chart.error().message;
    ASSERT_EQ(chart->curves.size(), 2u);
    EXPECT_EQ(chart->curves[0].points.size(), 2u) << "the first steps are left out";
    EXPECT_EQ(chart->curves[1].points.size(), 1u);
    EXPECT_THAT(to_svg(*chart), HasSubstr("held-out error"));
}

TEST(ChartTest, SaysWhatIsWrongWithATrainingFile) {
    EXPECT_THAT(training_chart("100,0.6\nstep,loss\n").error().message, HasSubstr("line 2"));
    EXPECT_THAT(training_chart("100,nan\n").error().message, HasSubstr("line 1"));
    EXPECT_THAT(training_chart("").error().message, HasSubstr("nothing to draw"));
}

TEST(ChartTest, ListsRatingsWithErrorBars) {
    const std::string svg = ratings_svg({{"a", 100, 20}, {"b", -100, 0}}, "Cup", Theme::kLight);
    EXPECT_EQ(occurrences(svg, "<circle"), 2);
    EXPECT_THAT(svg, HasSubstr("+100 ± 20"));
    EXPECT_THAT(ratings_svg({{"alone", 0, 0}}, "", Theme::kDark), Not(HasSubstr("nan")));
}

TEST(ChartTest, CutsLongNamesBetweenCharacters) {
    for (const std::string name : {"äöüäöüäöüäöüäöüäöü", "xäöüäöüäöüäöüäöüäöü"}) {
        EXPECT_TRUE(base::is_utf8(ratings_svg({{name, 0, 1}}, "", Theme::kLight))) << name;
    }
}

TEST(GameSvgTest, ShowsEveryMoveInItsTime) {
    const std::string svg = game_svg(game_of("44 40 00"));
    EXPECT_EQ(occurrences(svg, "<path"), 2);
    EXPECT_EQ(occurrences(svg, "<circle"), 1);
    // Three moves as the last one, three marks, and the targets of four positions.
    EXPECT_EQ(occurrences(svg, "<animate"), 10);
    EXPECT_EQ(occurrences(svg, R"(<g opacity="1">)"), 5) << "the last position, if it stands still";
}

TEST(GameSvgTest, ShowsAGameWithoutMoves) {
    EXPECT_EQ(occurrences(game_svg(game_of("")), "<animate"), 1);
}

}  // namespace
}  // namespace ninefold::pictures
