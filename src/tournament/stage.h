// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/rng.h"
#include "tournament/meeting.h"
#include "tournament/stage_spec.h"
#include "tournament/table.h"

namespace ninefold::tournament {

/// A team that takes part in a stage, in the order of their seeding.
struct Entrant {
    TeamId team;
    int group = -1;  ///< its group in the stage before, -1 where there was none
};

/// Teams by groups, in the order in which they were drawn.
using Groups = std::vector<std::vector<TeamId>>;

/// A team's final place in a stage.
struct Placing {
    TeamId team;
    int group = 0;
    int award_place = 0;  ///< from 1: place in its group, or 1 for a bracket's winner, 2 for the
                          ///< finalist, 3 for those who lost in the semi-finals, …
    bool advances = true;
};

struct StageRanking {
    std::vector<Table> tables;      ///< one for each group; of a bracket one in order of survival
    std::vector<Placing> placings;  ///< best first; the order of the next stage's seeding
};

/// A place of a bracket, where two teams meet or will meet.
struct Tie {
    int group = 0, round = 0, slot = 0;  ///< as in Pairing
    std::optional<TeamId> a{}, b{};      ///< from the top; nothing while it is not known who,
                                         ///< kNobody for a bye
    const Meeting* meeting = nullptr;    ///< of the situation, once there is one
    bool is_bye() const { return a == kNobody || b == kNobody; }
    bool needs_game() const { return a && b && !is_bye(); }
};

/// Who meets whom in one stage, and who comes out first: pure functions of the stage's entrants,
/// its seed and the meetings so far. Nothing here knows how games are played. Immutable; any
/// thread.
class Stage {
public:
    Stage(StageSpec spec, std::uint64_t seed) : spec_(std::move(spec)), seed_(seed) {}
    virtual ~Stage() = default;

    /// The meetings that can be played once all before have a verdict; empty when the stage is
    /// over. The same situation always gives the same pairings.
    virtual std::vector<Pairing> next(const StageSituation& situation) const = 0;

    virtual StageRanking ranking(const StageSituation& situation) const = 0;

    /// Whether the games of a team that is away count for nobody; otherwise its opponents win.
    virtual bool annuls() const { return false; }

    /// Every place of a bracket, those to come included, tree by tree and round by round; none for
    /// other stages. A final that may be played again is there once it must be.
    virtual std::vector<Tie> ties(const StageSituation& /*situation*/) const { return {}; }

    /// What its teams were drawn into; none for a stage that draws no groups.
    virtual Groups drawn_groups() const { return {}; }

    /// "Group B", "Semi-final", "Round 3".
    virtual std::string label(const Pairing& pairing) const {
        return fmt::format("Round {}", pairing.round + 1);
    }

protected:
    StageSpec spec_;
    std::uint64_t seed_;
};

/// Fisher and Yates's shuffle. Unlike std::shuffle it gives the same order with every library.
template <typename T>
void shuffle(std::span<T> items, base::Rng& rng) {
    for (std::size_t i = items.size(); i > 1; --i) {
        std::swap(items[i - 1], items[rng.below(static_cast<std::uint32_t>(i))]);
    }
}

/// How many groups `teams` teams make: the stage's number, or as many as its smallest group allows;
/// few enough that every group has at least two.
int group_count(const StageSpec& spec, int teams);

/// `drawn` are the groups of a resumed stage; groups with other entrants are ignored and drawn
/// again. Precondition: at least one entrant.
std::unique_ptr<Stage> make_stage(const StageSpec& spec, std::vector<Entrant> entrants,
                                  std::uint64_t seed, Groups drawn = {});

// Those that it chooses between, each in the source of its name.
std::unique_ptr<Stage> make_league_stage(const StageSpec& spec, std::vector<Entrant> entrants,
                                         std::uint64_t seed, Groups drawn);
std::unique_ptr<Stage> make_swiss_stage(const StageSpec& spec, std::vector<Entrant> entrants,
                                        std::uint64_t seed);
std::unique_ptr<Stage> make_bracket_stage(const StageSpec& spec, std::vector<Entrant> entrants,
                                          std::uint64_t seed);

/// A table for each group, and all teams by their places in those.
StageRanking rank_groups(const StageSpec& spec, std::uint64_t seed, const Groups& groups,
                         const std::vector<std::string>& titles, const StageSituation& situation);

}  // namespace ninefold::tournament
