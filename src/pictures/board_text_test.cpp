// SPDX-License-Identifier: MIT
#include "pictures/board_text.h"

#include <gtest/gtest.h>

namespace ninefold::pictures {
namespace {

using protocol::Score;
using rules::Side;

/// Moves of the winner's own, and certainty only where there is a proof.
TEST(ScoreText, CountsMovesAndIsNeverSureWithoutAProof) {
    EXPECT_EQ(score_text(Score::win_in(5), Side::kX), "X wins in 3");
    EXPECT_EQ(score_text(Score::loss_in(4), Side::kX), "O wins in 2");
    EXPECT_EQ(score_text(Score::loss_in(0), Side::kO), "X has won");
    EXPECT_EQ(score_text(Score::drawn(), Side::kO), "draw, proved");
    EXPECT_EQ(score_text(Score::expecting(0.3), Side::kO), "X 70 %");
    EXPECT_EQ(score_text(Score::expecting(0.999), Side::kX), "X 99 %");
    EXPECT_EQ(score_text(Score::expecting(1), Side::kO), "X 1 %");
}

}  // namespace
}  // namespace ninefold::pictures
