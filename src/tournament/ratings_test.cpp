// SPDX-License-Identifier: MIT
#include "tournament/ratings.h"

#include <cmath>

#include <gtest/gtest.h>

#include "base/rng.h"

namespace ninefold::tournament {
namespace {

TEST(Ratings, EqualTeamsAreEqual) {
    const Ratings r = rate(2, {{0, 1, 10, 5, 10}, {1, 0, 10, 5, 10}});
    EXPECT_NEAR(r.teams[0].elo, 0, 1e-6);
    EXPECT_NEAR(r.teams[1].elo, 0, 1e-6);
    EXPECT_EQ(r.teams[0].games, 50);
}

TEST(Ratings, FindsTheRatingsThatMadeTheGames) {
    const std::vector<double> truth = {200, 80, 0, -80, -200};
    constexpr double kAdvantage = 60;
    base::Rng rng(4);
    std::vector<ResultCount> results;
    for (int x = 0; x < 5; ++x) {
        for (int o = 0; o < 5; ++o) {
            if (x == o) continue;
            ResultCount count{x, o};
            const double d = (truth[static_cast<std::size_t>(x)] -
                              truth[static_cast<std::size_t>(o)] + kAdvantage) *
                             std::log(10.0) / 400;
            const double w = std::exp(d / 2), l = 1 / w, t = 0.5;
            for (int game = 0; game < 2000; ++game) {
                const double u = rng.unit() * (w + l + t);
                ++(u < w ? count.x_wins : u < w + t ? count.draws : count.o_wins);
            }
            results.push_back(count);
        }
    }
    const Ratings r = rate(5, results);
    for (std::size_t i = 0; i < 5; ++i) {
        EXPECT_NEAR(r.teams[i].elo, truth[i], 15);
        EXPECT_GT(r.teams[i].error, 2);
        EXPECT_LT(r.teams[i].error, 15);
    }
    EXPECT_NEAR(r.x_advantage, kAdvantage, 10);
}

TEST(Ratings, StaysFiniteForATeamThatWonEverything) {
    const Ratings r = rate(3, {{0, 1, 20, 0, 0}, {1, 0, 0, 0, 20}, {1, 2, 5, 2, 5}});
    EXPECT_TRUE(std::isfinite(r.teams[0].elo));
    EXPECT_GT(r.teams[0].elo, r.teams[1].elo + 150);
    EXPECT_GT(r.teams[0].error, r.teams[1].error);
    EXPECT_TRUE(std::isfinite(r.teams[0].error));
}

TEST(Ratings, NoGamesNoOpinion) {
    const Ratings r = rate(2, {});
    EXPECT_NEAR(r.teams[0].elo, 0, 1e-9);
    EXPECT_GT(r.teams[0].error, 300);
}

}  // namespace
}  // namespace ninefold::tournament
