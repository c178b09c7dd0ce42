// SPDX-License-Identifier: MIT
#include <algorithm>

#include <fmt/format.h>

#include "base/rng.h"
#include "tournament/stage.h"

namespace ninefold::tournament {

namespace {

constexpr std::uint64_t kDrawSalt = 1, kTossSalt = 2;

/// By how many teams, at most, the sizes of this number of groups are off.
int size_error(const StageSpec& spec, int teams, int groups) {
    const int least = teams / groups, most = (teams + groups - 1) / groups;
    return std::max({spec.smallest_group - least, most - spec.largest_group, 0});
}

/// Whether each entrant is in one of the groups, once, and nobody else is.
bool are_of(const Groups& groups, const std::vector<Entrant>& entrants) {
    std::vector<TeamId> drawn, wanted;
    for (const auto& group : groups) drawn.insert(drawn.end(), group.begin(), group.end());
    for (const Entrant& entrant : entrants) wanted.push_back(entrant.team);
    std::sort(drawn.begin(), drawn.end());
    std::sort(wanted.begin(), wanted.end());
    return drawn == wanted;
}

/// Puts the teams into groups whose sizes differ by one at most.
Groups draw_groups(const StageSpec& spec, const std::vector<Entrant>& entrants,
                   std::uint64_t seed) {
    const auto count =
        static_cast<std::size_t>(group_count(spec, static_cast<int>(entrants.size())));
    std::vector<TeamId> order;
    for (const Entrant& entrant : entrants) order.push_back(entrant.team);
    base::Rng rng(base::derived_seed(seed, kDrawSalt));
    const std::span<TeamId> all(order);
    if (spec.draw == Draw::kRandom) shuffle(all, rng);
    if (spec.draw == Draw::kPots) {
        for (std::size_t pot = 0; pot < order.size(); pot += count) {
            shuffle(all.subspan(pot, std::min(count, order.size() - pot)), rng);
        }
    }
    Groups groups(count);
    for (std::size_t i = 0; i < order.size(); ++i) {
        const std::size_t row = i / count;
        const bool back = (spec.draw == Draw::kSnake || spec.draw == Draw::kSeeded) && row % 2 == 1;
        groups[back ? count - 1 - i % count : i % count].push_back(order[i]);
    }
    return groups;
}

/// The stages whose whole plan is known at the start: round robin, groups and gauntlet. Each group
/// is a list of teams with its own table; a round robin and a gauntlet have one.
class LeagueStage final : public Stage {
public:
    /// `drawn` as in make_stage().
    LeagueStage(StageSpec spec, std::vector<Entrant> entrants, std::uint64_t seed, Groups drawn);

    std::vector<Pairing> next(const StageSituation& situation) const override;
    StageRanking ranking(const StageSituation& situation) const override;
    bool annuls() const override { return true; }
    std::string label(const Pairing& pairing) const override;
    Groups drawn_groups() const override {
        return spec_.type == StageType::kGroups ? groups_ : Groups();
    }

private:
    void add_round_robin(int group, std::vector<Pairing>& out) const;
    void add_gauntlet(std::vector<Pairing>& out) const;
    void toss_coins(std::vector<Pairing>& pairings) const;
    std::string group_title(std::size_t group) const;

    Groups groups_;
};

LeagueStage::LeagueStage(StageSpec spec, std::vector<Entrant> entrants, std::uint64_t seed,
                         Groups drawn)
    : Stage(std::move(spec), seed) {
    if (spec_.type == StageType::kGroups) {
        groups_ = are_of(drawn, entrants) ? std::move(drawn) : draw_groups(spec_, entrants, seed);
    } else {
        groups_.emplace_back();
        for (const Entrant& entrant : entrants) groups_.front().push_back(entrant.team);
    }
}

/// The circle method: team n-1 stays, the others walk around it. Of teams i < j, i has X first
/// where i + j is odd: that gives every team X as often as O, or once more or less.
void LeagueStage::add_round_robin(int group, std::vector<Pairing>& out) const {
    const auto& teams = groups_[static_cast<std::size_t>(group)];
    const int n = static_cast<int>(teams.size());
    const int even = n + n % 2;
    for (int cycle = 0; cycle < spec_.cycles; ++cycle) {
        for (int round = 0; round < even - 1; ++round) {
            for (int k = 0; k < even / 2; ++k) {
                int i = (round + k) % (even - 1);
                int j = k == 0 ? even - 1 : (round + even - 1 - k) % (even - 1);
                if (i > j) std::swap(i, j);
                if (j >= n) continue;
                const bool i_first = ((i + j) % 2 == 1) == (cycle % 2 == 0);
                const auto first = static_cast<std::size_t>(i_first ? i : j);
                const auto second = static_cast<std::size_t>(i_first ? j : i);
                out.push_back({teams[first], teams[second], cycle * (even - 1) + round, group, k});
            }
        }
    }
}

void LeagueStage::add_gauntlet(std::vector<Pairing>& out) const {
    const auto& teams = groups_.front();
    const int challengers = std::min(spec_.challengers, static_cast<int>(teams.size()) - 1);
    for (int cycle = 0; cycle < spec_.cycles; ++cycle) {
        int round = cycle * (static_cast<int>(teams.size()) - challengers);
        for (int j = challengers; j < static_cast<int>(teams.size()); ++j, ++round) {
            for (int i = 0; i < challengers; ++i) {
                const TeamId challenger = teams[static_cast<std::size_t>(i)];
                const TeamId other = teams[static_cast<std::size_t>(j)];
                const bool first = (i + j + cycle) % 2 == 0;
                out.push_back(
                    {first ? challenger : other, first ? other : challenger, round, 0, i});
            }
        }
    }
}

void LeagueStage::toss_coins(std::vector<Pairing>& pairings) const {
    const std::uint64_t seed = base::derived_seed(seed_, kTossSalt);
    for (std::size_t i = 0; i < pairings.size(); ++i) {
        if (base::derived_seed(seed, i) % 2 == 0) std::swap(pairings[i].a, pairings[i].b);
    }
}

std::vector<Pairing> LeagueStage::next(const StageSituation& situation) const {
    if (!situation.meetings.empty()) return {};
    std::vector<Pairing> pairings;
    if (spec_.type == StageType::kGauntlet) {
        add_gauntlet(pairings);
    } else {
        for (int group = 0; group < static_cast<int>(groups_.size()); ++group) {
            add_round_robin(group, pairings);
        }
    }
    // Round by round, so that all groups advance together.
    std::stable_sort(pairings.begin(), pairings.end(),
                     [](const Pairing& x, const Pairing& y) { return x.round < y.round; });
    if (spec_.first == FirstMove::kCoin) toss_coins(pairings);
    return pairings;
}

std::string LeagueStage::group_title(std::size_t group) const {
    if (spec_.type != StageType::kGroups) return spec_.name;
    if (groups_.size() > 26) return fmt::format("Group {}", group + 1);
    return fmt::format("Group {}", static_cast<char>('A' + group));
}

std::string LeagueStage::label(const Pairing& pairing) const {
    if (spec_.type != StageType::kGroups) return Stage::label(pairing);
    return fmt::format("{}, round {}", group_title(static_cast<std::size_t>(pairing.group)),
                       pairing.round + 1);
}

StageRanking LeagueStage::ranking(const StageSituation& situation) const {
    std::vector<std::string> titles;
    for (std::size_t group = 0; group < groups_.size(); ++group) {
        titles.push_back(group_title(group));
    }
    return rank_groups(spec_, seed_, groups_, titles, situation);
}

}  // namespace

int group_count(const StageSpec& spec, int teams) {
    int count = spec.groups;
    if (count == 0 && spec.largest_group > 0) {
        const int fewest = (teams + spec.largest_group - 1) / spec.largest_group;
        count = spec.smallest_group > 0 ? std::max(1, teams / spec.smallest_group) : fewest;
        // Some numbers, such as 15 in groups of 8 to 10, fit no allowed size: take the nearest.
        if (size_error(spec, teams, fewest) < size_error(spec, teams, count)) count = fewest;
    }
    return std::clamp(count, 1, std::max(1, teams / 2));
}

std::unique_ptr<Stage> make_league_stage(const StageSpec& spec, std::vector<Entrant> entrants,
                                         std::uint64_t seed, Groups drawn) {
    return std::make_unique<LeagueStage>(spec, std::move(entrants), seed, std::move(drawn));
}

}  // namespace ninefold::tournament
