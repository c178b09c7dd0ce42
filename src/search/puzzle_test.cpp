// SPDX-License-Identifier: MIT
#include "search/puzzle.h"

#include <gtest/gtest.h>

#include "rules/move_text.h"
#include "rules/position_text.h"
#include "search/late_position_for_test.h"

namespace ninefold::search {

namespace {

/// In positions of random play: whatever is called a puzzle has one winning move, by the solver's
/// own word, and the win takes as long as it says.
TEST(PuzzleFinder, FindsPositionsWithOneWinningMove) {
    PuzzleFinder finder;
    const auto solver = make_solver(4);
    int found = 0;
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        const auto position = late_position({}, 26, seed);
        const auto puzzle = finder.look_at(position);
        if (!puzzle) continue;
        ++found;
        EXPECT_TRUE(wins_within(position, puzzle->plies)) << to_line(*puzzle);
        EXPECT_FALSE(wins_within(position, puzzle->plies - 2)) << to_line(*puzzle);
        for (const rules::Move move : position.legal_moves()) {
            const auto after = position.after(move);
            const bool wins = after.is_over() ? after.outcome().winner == position.side()
                                              : solver->solve(after, {}).result == -1;
            EXPECT_EQ(wins, move == puzzle->solution) << to_line(*puzzle);
        }
        EXPECT_GE(puzzle->difficulty, 1);
        EXPECT_LE(puzzle->difficulty, 10);
        EXPECT_FALSE(puzzle->themes.empty());
    }
    EXPECT_GE(found, 2);
}

TEST(PuzzleFinder, SeesWhatASolutionDoes) {
    const auto position = rules::parse_position(
        "x1ooxo1xo/xx1ooo3/x5oo1/o2x1xooo/oxx1ox1ox/1o1xo1xoo/1o1xxx1o1/x1x1oxxxo/ox1xx4 x 8 "
        "standard");
    ASSERT_TRUE(position);
    const auto puzzle = PuzzleFinder().look_at(*position);
    ASSERT_TRUE(puzzle);
    EXPECT_EQ(rules::to_text(puzzle->solution), "87");
    EXPECT_EQ(puzzle->plies, 3);
    EXPECT_EQ(puzzle->themes, std::vector{Theme::kCapture});
    EXPECT_EQ(to_line(*puzzle).substr(rules::to_text(*position).size()),
              fmt::format("; 87; 3; {}; capture", puzzle->difficulty));
}

TEST(PuzzleFinder, AWinInOneIsNoPuzzle) {
    const auto position = rules::parse_position("xxx6/xxx6/xx1oo4/2o6/o8/o8/o8/o8/o8 x 2 standard");
    ASSERT_TRUE(position);
    EXPECT_FALSE(PuzzleFinder().look_at(*position));
    EXPECT_FALSE(PuzzleFinder().look_at(rules::AnyPosition()));
}

}  // namespace

}  // namespace ninefold::search
