// SPDX-License-Identifier: MIT
#include "search/value.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace ninefold::search {
namespace {

constexpr rules::Rules kStandard{rules::Ruleset::kStandard, rules::TieBreak::kDraw};
constexpr rules::Rules kMajority{rules::Ruleset::kStandard, rules::TieBreak::kMajority};

TEST(ExpectedResultTest, IsWhatAnEvaluationIsTheLogitOf) {
    EXPECT_EQ(expected_result(0), 0.0);
    const double even_odds_times_e = 1 / (1 + std::exp(-1.0));  // one logit
    EXPECT_NEAR(expected_result(kLogit), 2 * even_odds_times_e - 1, 1e-12);
    EXPECT_EQ(expected_result(-kLogit), -expected_result(kLogit));
    EXPECT_EQ(expected_result(win_in(9)), 1.0);
    EXPECT_EQ(expected_result(loss_in(9)), -1.0);
}

TEST(WinModelTest, ChancesAddUpAndMirror) {
    for (const WinModel& model : {hand_win_model(kStandard), net_win_model(kMajority)}) {
        for (const Value value : {0, 17, 250, 4000}) {
            const auto mine = to_win_draw_loss(value, model);
            const auto theirs = to_win_draw_loss(-value, model);
            EXPECT_EQ(std::accumulate(mine.begin(), mine.end(), 0), 1000);
            EXPECT_NEAR(mine[0], theirs[2], 1);
            EXPECT_NEAR(win_probability(value, model), (mine[0] + mine[1] / 2.0) / 1000, 0.002);
        }
    }
}

TEST(WinModelTest, StrongPlayersDrawEvenPositions) {
    const auto draws = [](const WinModel& model) { return to_win_draw_loss(0, model)[1]; };
    EXPECT_GT(draws(net_win_model(kStandard)), 700);
    EXPECT_GT(draws(net_win_model(kStandard)), draws(net_win_model(kMajority)));
    EXPECT_GT(draws(net_win_model(kMajority)), draws(hand_win_model(kMajority)));
}

}  // namespace
}  // namespace ninefold::search
