// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tournament/meeting.h"

namespace ninefold::tournament {

/// What a team has done in the meetings of one table.
struct Tally {
    int games = 0, wins = 0, draws = 0, losses = 0;
    double points = 0;
    int blocks_won = 0, blocks_lost = 0;
    int forfeits = 0;  ///< games it lost by misbehaving
    double buchholz = 0, sonneborn_berger = 0;
    bool operator==(const Tally&) const = default;

    /// Counts a game that it played on `side`; its points are for the stage to say.
    void add(const GameOutcome& game, rules::Side side);
};

struct TableRow {
    TeamId team;
    int place = 0;  ///< from 1
    Tally tally{};
    /// What put it behind the row above it, e.g. "points", or in a bracket "Final: coin",
    /// "out in Semi-final" or "seeding"; empty in the first row.
    std::string decided_by{};
    bool away = false;  ///< withdrew or was disqualified: last, whatever it had
};

struct Table {
    std::string title;
    std::vector<TableRow> rows;
};

/// What a stage may look at: the meetings so far, and who is away in which of its waves (each call
/// of Stage::next() that gives pairings is one, from 0).
struct StageSituation {
    std::span<const Meeting> meetings;
    std::function<bool(TeamId, int wave)> is_away;
};

/// Ranks `teams` by their meetings with each other, which are those of a group or all. Those who
/// are level under all of the stage's tie-breaks are put in an order drawn from `seed`. Meetings
/// without verdict count as far as they were played.
Table make_table(std::string title, std::span<const TeamId> teams, const StageSituation& situation,
                 const StageSpec& stage, std::uint64_t seed, std::optional<int> group = {});

}  // namespace ninefold::tournament
