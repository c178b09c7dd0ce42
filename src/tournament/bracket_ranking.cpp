// SPDX-License-Identifier: MIT
#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "tournament/bracket_stage.h"

namespace ninefold::tournament {

namespace {

/// How far a team came; smaller is better.
struct Survival {
    int tier = 1;   ///< 1 the winner, 2 the other finalist, 3 out one round before, …
    int finer = 0;  ///< within the tier: the third place
    const Meeting* out = nullptr;    ///< where it lost for good
    const Meeting* third = nullptr;  ///< where it lost the third place
};

/// What put a team behind the one in the row above, `winner`. Points in the table are those of all
/// rounds together, and decide nothing in a bracket.
std::string reason(const Stage& stage, TeamId winner, const Survival& above, const Survival& own) {
    const auto lost = [&](const Meeting& meeting) {
        return fmt::format("{}: {}", stage.label(meeting.pairing), meeting.verdict->decided_by);
    };
    if (own.tier != above.tier) {
        if (own.out->winner() == winner) return lost(*own.out);
        return fmt::format("out in {}", stage.label(own.out->pairing));
    }
    return own.finer != above.finer ? lost(*own.third) : "seeding";
}

/// The tier of a team that this meeting eliminates; 0 where the loser plays on.
int losing_tier(const Pairing& pairing, int rounds, bool has_lower) {
    switch (pairing.group) {
        case kGrandFinal: return 2;
        case kLowerBracket: return 2 * (rounds - 1) - pairing.round + 2;
        case kMainBracket: break;
        default: return 0;
    }
    if (has_lower) return rounds == 1 ? 2 : 0;
    return rounds - pairing.round + 1;
}

}  // namespace

StageRanking BracketStage::ranking(const StageSituation& situation) const {
    std::unordered_map<int, Survival> survival;
    for (const Meeting& meeting : situation.meetings) {
        const TeamId loser = meeting.loser();
        if (loser == kNobody) continue;
        Survival& how = survival[loser.index];
        if (meeting.pairing.group == kThirdPlace) {
            how.finer = 1;
            how.third = &meeting;
        }
        const int tier = losing_tier(meeting.pairing, rounds_, has_lower());
        if (tier == 0) continue;
        how.tier = tier;
        how.out = &meeting;
        // The winner of a grand final after a reset had lost only the meeting before it.
        if (meeting.pairing.group == kGrandFinal) survival[meeting.winner().index].tier = 1;
    }
    std::vector<const Meeting*> meetings;
    for (const Meeting& meeting : situation.meetings) meetings.push_back(&meeting);
    const auto nobody_away = [](TeamId) { return false; };
    const Table sums = make_table(spec_.name, seeding_, meetings, spec_, seed_, nobody_away);
    std::unordered_map<int, Tally> tallies;
    for (const TableRow& row : sums.rows) tallies[row.team.index] = row.tally;

    std::vector<TeamId> order = seeding_;
    std::stable_sort(order.begin(), order.end(), [&](TeamId x, TeamId y) {
        const Survival &a = survival[x.index], &b = survival[y.index];
        return std::pair(a.tier, a.finer) < std::pair(b.tier, b.finer);
    });
    StageRanking ranking;
    ranking.tables.push_back({spec_.name, {}});
    for (const TeamId team : order) {
        const int place = static_cast<int>(ranking.placings.size()) + 1;
        const Survival how = survival[team.index];
        const bool away = situation.is_away(team, INT32_MAX);
        std::string why;
        if (place > 1) {
            const TeamId above = ranking.placings.back().team;
            why = reason(*this, above, survival[above.index], how);
        }
        ranking.tables.front().rows.push_back(
            {team, place, tallies[team.index], std::move(why), away});
        const bool advances = !away && (spec_.advance == 0 || place <= spec_.advance);
        ranking.placings.push_back({team, 0, how.tier, advances});
    }
    return ranking;
}

}  // namespace ninefold::tournament
