// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "tournament/tournament.h"

namespace ninefold::tournament {

/// What a tournament will probably need: exact for leagues with a fixed number of games, and for
/// the rest what came out when its games were invented.
struct Forecast {
    Tournament played;  ///< with invented results, to its end
    int games = 0;
    int most_games = 0;  ///< where batches and extra pairs are all needed
    /// How long `most_games` take one after another if every bot uses all its time; nothing where
    /// the time control sets no limit.
    std::optional<arena::Duration> longest{};
    /// How long `games` do, if a game has as many moves as usual and bots use all the time of each.
    std::optional<arena::Duration> usual{};
};

Forecast forecast(const TournamentSpec& spec);

}  // namespace ninefold::tournament
