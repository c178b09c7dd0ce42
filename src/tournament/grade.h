// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "tournament/table.h"

namespace ninefold::tournament {

/// What a bot got in the first part of the course: some games against random moves that count, and
/// more that only show whether it plays better than random.
struct Grade {
    static constexpr double kWeight = 60;  ///< percent of the course's score that the part is
    static constexpr double kSure = 0.01;  ///< a chance below this is no luck

    std::string name;
    Tally counting;   ///< of the games that give points
    Tally all;        ///< with those that give none
    std::string why;  ///< the first forfeit, or why nothing was played

    /// Counts a game that the bot played on this side.
    void add(const record::GameRecord& game, rules::Side side, bool gives_points);

    double chance() const;
    /// Lost every game by a forfeit: more games would tell nothing more.
    bool is_hopeless() const { return counting.forfeits == counting.games; }
    bool is_no_better_than_random() const { return chance() >= kSure && !is_hopeless(); }
    /// Of the course's score, where `games` count. A bot that plays no better than random gets
    /// nothing.
    double percent(int games) const;
    /// Why the bot got what it got: both where it lost by forfeits and is no better than random.
    std::string note() const;
};

}  // namespace ninefold::tournament
