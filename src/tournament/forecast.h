// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <optional>

#include "tournament/tournament.h"

namespace ninefold::tournament {

/// What a tournament will probably need: exact for leagues with a fixed number of games, and for
/// the rest what came out when its games were invented.
struct Forecast {
    using Seconds = std::chrono::duration<double>;  ///< nanoseconds of many games do not fit

    Tournament played;  ///< with invented results, to its end
    int games = 0;
    int most_games = 0;  ///< where batches and extra pairs are all needed
    /// How long `most_games` take one after another if every bot uses all its time; nothing where
    /// the time control sets no limit.
    std::optional<Seconds> longest{};
    /// How long `games` do, if a game has as many moves as usual and bots use all the time of each.
    std::optional<Seconds> usual{};
};

Forecast forecast(const TournamentSpec& spec);

}  // namespace ninefold::tournament
