// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

namespace ninefold::tournament {

/// How often three things happened when one team had X against another.
struct ResultCount {
    int x = 0, o = 0;  ///< numbers of the teams
    int x_wins = 0, draws = 0, o_wins = 0;
};

struct Rating {
    double elo = 0;    ///< the average of all teams is 0
    double error = 0;  ///< half the 95 % interval of the difference to the average
    int games = 0;
};

struct Ratings {
    std::vector<Rating> teams;
    double x_advantage = 0;  ///< Elo that having X is worth
};

/// The most likely ratings under the Bradley-Terry model with draws (R. R. Davidson, "On extending
/// the Bradley-Terry model to accommodate ties", JASA 65, 1970) and an advantage of X: X wins, a
/// draw and O wins are as likely as exp(d/2), exp(c) and exp(-d/2), d being the difference with the
/// advantage. To keep the rating of a team finite that won everything, each team is given one drawn
/// game against an average one. All parameters are found together by Newton's method on a concave
/// function; errors come from its curvature.
Ratings rate(int teams, const std::vector<ResultCount>& results);

}  // namespace ninefold::tournament
