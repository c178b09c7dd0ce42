// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tournament/tournament.h"

namespace ninefold::tournament {

struct StageForecast {
    std::string name;
    StageType type = StageType::kRoundRobin;
    int teams = 0, waves = 0, meetings = 0, games = 0;
};

/// What a tournament will probably need: exact for leagues, and for the rest what came out when
/// its games were invented.
struct Forecast {
    std::vector<StageForecast> stages;
    int games = 0;
    /// How long all of them take one after another if every bot uses all its time; nothing where
    /// the time control sets no limit.
    std::optional<arena::Duration> longest{};
    /// Likewise, if a game has as many moves as usual and bots use all the time of each.
    std::optional<arena::Duration> usual{};
};

Forecast forecast(const TournamentSpec& spec);

}  // namespace ninefold::tournament
