// SPDX-License-Identifier: MIT
#include "tournament/spec_check.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/counted.h"
#include "base/foreign_text.h"
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

/// How many tables these teams make, each of which `advance` is applied to.
int table_count(const StageSpec& stage, int teams) {
    return stage.type == StageType::kGroups ? group_count(stage, teams) : 1;
}

/// How many of these teams play the stage after this one.
int teams_after(const StageSpec& stage, int teams) {
    const int tables = table_count(stage, teams);
    return stage.advance > 0 && stage.advance < teams / tables ? stage.advance * tables : teams;
}

/// How many games all stages together take at the most.
double most_games(const TournamentSpec& spec) {
    double games = 0;
    int teams = static_cast<int>(spec.bots.size());
    for (const StageSpec& stage : spec.stages) {
        games += most_meetings(stage, teams) * most_games(stage);
        teams = teams_after(stage, teams);
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
        return fail("{}: {}; two at least are needed, in bots = [\"…\"] or [[bot]]", origin,
                    base::counted(spec.bots.size(), "bot"));
    }
    if (most_games(spec) > kMostGames) {
        return fail("{}: its stages need up to {:.0f} games, and {} are allowed; let bots meet in "
                    "fewer games, cycles or rounds",
                    origin, most_games(spec), kMostGames);
    }
    return {};
}

std::vector<std::string> stage_notes(const TournamentSpec& spec) {
    std::vector<std::string> notes;
    int teams = static_cast<int>(spec.bots.size());
    for (const StageSpec& stage : spec.stages) {
        const std::string name = base::quoted(stage.name);
        const int tables = table_count(stage, teams);
        const int most = (teams + tables - 1) / tables;
        if (stage.advance > most) {
            notes.push_back(fmt::format("stage {}: advance is {}, but {} only {}; all advance",
                                        name, stage.advance,
                                        tables > 1 ? "its groups have" : "it has",
                                        base::counted(most, "bot")));
        }
        // With an odd number of teams one of them has a bye in each round.
        const int rounds = teams - 1 + teams % 2;
        if (stage.type == StageType::kSwiss && stage.rounds > rounds) {
            notes.push_back(fmt::format("stage {}: rounds is {}, but {} have all met after {}; "
                                        "then the same pairs meet again",
                                        name, stage.rounds, base::counted(teams, "bot"), rounds));
        }
        teams = teams_after(stage, teams);
    }
    return notes;
}

}  // namespace ninefold::tournament
