// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <unordered_map>

#include "base/rng.h"
#include "tournament/stage.h"
#include "tournament/swiss_pairing.h"

namespace ninefold::tournament {

namespace {

constexpr std::uint64_t kSwissDrawSalt = 1, kSideSalt = 5;

/// What a team did before the round that is being paired.
struct History {
    std::vector<TeamId> met;
    int x_surplus = 0;  ///< first games with X less first games with O
    int last_side = 0;  ///< 1 for X, -1 for O
    bool had_bye = false;
};

std::unordered_map<int, History> histories(std::span<const Meeting> meetings) {
    std::unordered_map<int, History> all;
    for (const Meeting& meeting : meetings) {
        const auto& [a, b] = std::pair(meeting.pairing.a, meeting.pairing.b);
        if (meeting.pairing.is_bye()) {
            all[a.index].had_bye = true;
            continue;
        }
        all[a.index].met.push_back(b);
        all[b.index].met.push_back(a);
        ++all[a.index].x_surplus;
        --all[b.index].x_surplus;
        all[a.index].last_side = 1;
        all[b.index].last_side = -1;
    }
    return all;
}

/// The one with fewer first games as X starts, then the one that did not start last.
bool starts(const History& one, const History& other, std::uint64_t coin) {
    if (one.x_surplus != other.x_surplus) return one.x_surplus < other.x_surplus;
    if (one.last_side != other.last_side) return one.last_side < other.last_side;
    return coin % 2 == 0;
}

/// Takes the lowest team without a bye out of the list; the lowest of all where each had one.
TeamId take_bye(std::vector<TeamId>& order, std::unordered_map<int, History>& past) {
    auto chosen = std::find_if(order.rbegin(), order.rend(),
                               [&](TeamId team) { return !past[team.index].had_bye; });
    if (chosen == order.rend()) chosen = order.rbegin();
    const TeamId team = *chosen;
    order.erase(std::next(chosen).base());
    return team;
}

/// A Swiss system: in every round teams with about the same points meet, never twice where that can
/// be avoided. Within a score group the upper half meets the lower half. With an odd number the
/// lowest team that had no bye yet gets one, which counts as a won meeting.
class SwissStage final : public Stage {
public:
    SwissStage(StageSpec spec, std::vector<Entrant> entrants, std::uint64_t seed);

    std::vector<Pairing> next(const StageSituation& situation) const override;
    StageRanking ranking(const StageSituation& situation) const override;

private:
    std::vector<TeamId> teams_;
    int rounds_;
};

SwissStage::SwissStage(StageSpec spec, std::vector<Entrant> entrants, std::uint64_t seed)
    : Stage(std::move(spec), seed) {
    for (const Entrant& entrant : entrants) teams_.push_back(entrant.team);
    base::Rng rng(base::derived_seed(seed, kSwissDrawSalt));
    if (spec_.draw == Draw::kRandom) shuffle(std::span<TeamId>(teams_), rng);
    // As many rounds as a knockout would need, and one more for the places behind the first.
    const int enough = static_cast<int>(std::bit_width(teams_.size() - 1)) + 1;
    const int most = std::max(1, static_cast<int>(teams_.size()) - 1);
    rounds_ = spec_.rounds > 0 ? spec_.rounds : std::min(enough, most);
}

std::vector<Pairing> SwissStage::next(const StageSituation& situation) const {
    const int round = situation.meetings.empty() ? 0 : situation.meetings.back().pairing.round + 1;
    if (round >= rounds_) return {};
    std::unordered_map<int, History> past = histories(situation.meetings);
    // Before the first round the draw is the order; afterwards the table.
    std::vector<TeamId> order;
    std::unordered_map<int, double> points;
    if (round == 0) {
        order = teams_;
    } else {
        const StageRanking so_far = ranking(situation);
        for (const TableRow& row : so_far.tables.front().rows) {
            order.push_back(row.team);
            points[row.team.index] = row.tally.points;
        }
    }
    std::erase_if(order, [&](TeamId team) { return situation.is_away(team, round); });
    if (order.size() < 2) return {};
    std::optional<TeamId> bye;
    if (order.size() % 2 == 1) bye = take_bye(order, past);

    std::unordered_map<int, std::size_t> number;
    for (std::size_t i = 0; i < order.size(); ++i) number[order[i].index] = i;
    std::vector<SwissTeam> teams;
    for (const TeamId team : order) {
        SwissTeam one{points[team.index]};
        for (const TeamId met : past[team.index].met) {
            if (const auto found = number.find(met.index); found != number.end()) {
                one.met.push_back(found->second);
            }
        }
        teams.push_back(std::move(one));
    }
    std::vector<Pairing> pairings;
    const std::uint64_t coins =
        base::derived_seed(seed_ ^ kSideSalt, static_cast<std::uint64_t>(round));
    for (const auto& [i, j] : pair_swiss(teams)) {
        const auto slot = static_cast<int>(pairings.size());
        const bool first = starts(past[order[i].index], past[order[j].index],
                                  base::derived_seed(coins, pairings.size()));
        pairings.push_back({order[first ? i : j], order[first ? j : i], round, 0, slot});
    }
    if (bye) pairings.push_back({*bye, kNobody, round, 0, static_cast<int>(pairings.size())});
    return pairings;
}

StageRanking SwissStage::ranking(const StageSituation& situation) const {
    return rank_groups(spec_, seed_, {teams_}, {spec_.name}, situation);
}

}  // namespace

std::unique_ptr<Stage> make_swiss_stage(const StageSpec& spec, std::vector<Entrant> entrants,
                                        std::uint64_t seed) {
    return std::make_unique<SwissStage>(spec, std::move(entrants), seed);
}

}  // namespace ninefold::tournament
