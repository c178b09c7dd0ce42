// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "arena/game_pump.h"
#include "cli/bot_options.h"
#include "cli/cluster_option.h"
#include "store/kept_match.h"

namespace ninefold::cli {

/// Opens the match of a command (store/kept_match.h). Says on standard error why a new one begins
/// although one of the same conditions is unfinished, and later which bots' files change. Throws
/// CommandError.
std::unique_ptr<store::KeptMatch> open_match(store::Store& store, store::WantedMatch wanted,
                                             bool restart);

/// Where a match's games are played: here, or by a cluster's workers. Outlives the match.
class MatchPlace {
public:
    /// Throws CommandError.
    MatchPlace(const ClusterOption& cluster, const store::Store& store,
               const store::KeptMatch& match, const BotPair& bots,
               const sources::HouseRules& house);

    arena::GamePlace place(int concurrency) const;

private:
    const ClusterOption& cluster_;
    const BotPair& bots_;
    std::unique_ptr<arena::Venue> venue_;
};

}  // namespace ninefold::cli
