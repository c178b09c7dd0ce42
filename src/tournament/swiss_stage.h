// SPDX-License-Identifier: MIT
#pragma once

#include "tournament/stage.h"

namespace ninefold::tournament {

/// A Swiss system: in every round teams with about the same points meet, never twice where that can
/// be avoided. Within a score group the upper half meets the lower half. With an odd number the
/// lowest team that had no bye yet gets one, which counts as a won meeting.
class SwissStage final : public Stage {
public:
    SwissStage(StageSpec spec, std::vector<Entrant> entrants, std::uint64_t seed);

    std::vector<Pairing> next(const StageSituation& situation) const override;
    StageRanking ranking(const StageSituation& situation) const override;
    std::string label(const Pairing& pairing) const override;

    int rounds() const { return rounds_; }

private:
    StageSpec spec_;
    std::uint64_t seed_;
    std::vector<TeamId> teams_;
    int rounds_;
};

}  // namespace ninefold::tournament
