// SPDX-License-Identifier: MIT
#include "tournament/spec_check.h"

#include <algorithm>

#include "tournament/meeting.h"
#include "tournament/stage.h"

namespace ninefold::tournament {

using base::fail;

namespace {

/// No stage with this many teams has more meetings.
double most_meetings(const StageSpec& stage, int teams) {
    const auto in_league = [&](int size) { return 0.5 * size * (size - 1) * stage.cycles; };
    switch (stage.type) {
        case StageType::kRoundRobin: return in_league(teams);
        case StageType::kGroups: {
            const int groups = group_count(stage, teams);
            return groups * in_league((teams + groups - 1) / groups);
        }
        case StageType::kSwiss: return 0.5 * teams * std::max(stage.rounds, 32);
        case StageType::kGauntlet:
            return 1.0 * teams * std::min(stage.challengers, teams) * stage.cycles;
        case StageType::kKnockout:
        case StageType::kDoubleElimination: break;
    }
    return 2.0 * teams;
}

/// How many games all stages together take at the most.
double most_games(const TournamentSpec& spec) {
    double games = 0;
    int teams = static_cast<int>(spec.bots.size());
    for (const StageSpec& stage : spec.stages) {
        games += most_meetings(stage, teams) * most_games(stage);
        const int tables = stage.type == StageType::kGroups ? group_count(stage, teams) : 1;
        if (stage.advance > 0 && stage.advance < teams / tables) teams = stage.advance * tables;
    }
    return games;
}

}  // namespace

base::Result<void> check_spec(const TournamentSpec& spec, std::string_view origin) {
    constexpr int kMostGames = 20'000'000;  // each takes memory before it is played
    if (spec.stages.empty()) {
        return fail("{}: there is no stage; write [[stage]] with its type, or preset = \"…\"",
                    origin);
    }
    if (spec.bots.size() < 2) {
        return fail("{}: {} bots; two at least are needed, in bots = [\"…\"] or [[bot]]", origin,
                    spec.bots.size());
    }
    if (most_games(spec) > kMostGames) {
        return fail("{}: its stages need up to {:.0f} games, and {} are allowed; let bots meet in "
                    "fewer games, cycles or rounds",
                    origin, most_games(spec), kMostGames);
    }
    return {};
}

}  // namespace ninefold::tournament
