// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <tuple>

#include "tournament/stage.h"

namespace ninefold::tournament {

/// Knockout and double elimination. The bracket has a power of two of places; the places nobody
/// holds are byes, which fall to the best seeds and need no meeting.
///
/// Main bracket, round r: slot s is winner (r-1, 2s) against winner (r-1, 2s+1). Lower bracket: its
/// even rounds are played among those in it, its odd rounds against the losers of main round
/// (r+1)/2, whose order is turned round so that teams do not meet again at once. Lower round r runs
/// together with main round r+1, which is when both its sides are known.
class BracketStage final : public Stage {
public:
    BracketStage(StageSpec spec, std::vector<Entrant> entrants, std::uint64_t seed);

    std::vector<Pairing> next(const StageSituation& situation) const override;
    StageRanking ranking(const StageSituation& situation) const override;
    std::vector<Tie> ties(const StageSituation& situation) const override;
    std::string label(const Pairing& pairing) const override;

    /// The places of the first round from the top; kNobody where there is none.
    const std::vector<TeamId>& places() const { return places_; }
    int rounds() const { return rounds_; }

private:
    class State;

    bool has_third_place() const { return spec_.third_place && !has_lower() && rounds_ > 1; }
    bool has_lower() const { return spec_.type == StageType::kDoubleElimination; }
    void draw(std::vector<Entrant> entrants);

    StageSpec spec_;
    std::uint64_t seed_;
    std::vector<TeamId> seeding_;  ///< best first
    std::vector<TeamId> places_;
    int rounds_ = 0;  ///< of the main bracket
};

/// Seeds in the order of a bracket's places, so that the best two can meet in the final only:
/// 0 3 1 2 reads "0 against 3, 1 against 2". Precondition: a power of two.
std::vector<int> bracket_order(int size);

}  // namespace ninefold::tournament
