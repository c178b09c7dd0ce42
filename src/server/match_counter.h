// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>

#include "base/result.h"
#include "store/store.h"

namespace ninefold::server {

/// How many games of a match went how, in the view of its bot a.
struct MatchCount {
    int games = 0, wins = 0, draws = 0, losses = 0, forfeits = 0;
    std::int64_t last = 0;  ///< `seq` of the last game that is in it
};

/// What the kept text of a tournament says, as far as lists show it.
struct TournamentOutline {
    int games = 0;  ///< that it will probably have
    std::string rules, time_control;
};

/// Counts matches, and of those it knows only what is new: a match may have many games, and is
/// looked at a few times a second. The archive's thread only.
class MatchCounter {
public:
    base::Result<MatchCount> count(store::Store& store, const store::MatchInfo& match);
    /// Null where the match is no tournament.
    const TournamentOutline* outline(const store::MatchInfo& match);

private:
    std::map<store::MatchId, MatchCount> known_;
    std::map<store::MatchId, TournamentOutline> outlines_;
};

}  // namespace ninefold::server
