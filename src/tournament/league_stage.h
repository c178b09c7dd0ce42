// SPDX-License-Identifier: MIT
#pragma once

#include "tournament/stage.h"

namespace ninefold::tournament {

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

    StageSpec spec_;
    std::uint64_t seed_;
    Groups groups_;
};

/// How many groups `teams` teams make: the stage's number, or as many as its smallest group allows;
/// few enough that every group has at least two.
int group_count(const StageSpec& spec, int teams);

/// Puts the teams into groups whose sizes differ by one at most.
Groups draw_groups(const StageSpec& spec, const std::vector<Entrant>& entrants, std::uint64_t seed);

}  // namespace ninefold::tournament
