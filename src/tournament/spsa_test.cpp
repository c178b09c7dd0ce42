// SPDX-License-Identifier: MIT
#include "tournament/spsa.h"

#include <cmath>

#include <gtest/gtest.h>

#include "base/rng.h"

namespace ninefold::tournament {
namespace {

TEST(Spsa, ReadsOptions) {
    const auto c = TunedOption::parse("c=0.9,0.1,3");
    ASSERT_TRUE(c);
    EXPECT_FALSE(c->whole);
    EXPECT_EQ(c->text(5), "3");
    const auto depth = TunedOption::parse("depth=4,1,9,1");
    ASSERT_TRUE(depth);
    EXPECT_EQ(depth->text(4.4), "4");
    for (const char* bad : {"c", "c=1", "=1,2,3", "c=1,2", "c=5,1,3", "c=1,2,3,4,5", "c=a,1,2",
                            "c=1,0,2,0", "c=1,0,2,9"}) {
        EXPECT_FALSE(TunedOption::parse(bad)) << bad;
    }
}

/// Invented games whose result depends on the distance from the best values: SPSA finds them.
TEST(Spsa, FindsTheBestOfANoisyHill) {
    const double best[] = {2.0, 30.0};
    Spsa spsa({*TunedOption::parse("a=0.5,0.0,4.0"), *TunedOption::parse("b=80,0,100")}, 4000, 5);
    base::Rng rng(1);
    const auto strength = [&](const std::vector<double>& v) {
        return -100 * std::pow((v[0] - best[0]) / 4, 2) - 100 * std::pow((v[1] - best[1]) / 100, 2);
    };
    for (int i = 0; i < 4000; ++i) {
        const auto trial = spsa.trial(i);
        const double p = 1 / (1 + std::exp(strength(trial.minus) - strength(trial.plus)));
        double score = 0;
        for (int game = 0; game < 2; ++game) score += rng.unit() < p ? 0.5 : -0.5;
        spsa.learn(i, score);
    }
    EXPECT_NEAR(spsa.values()[0], best[0], 0.4);
    EXPECT_NEAR(spsa.values()[1], best[1], 10);
}

}  // namespace
}  // namespace ninefold::tournament
