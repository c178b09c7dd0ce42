// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "arena/match.h"
#include "cli/bot_options.h"
#include "cli/cluster_option.h"
#include "store/store.h"

namespace ninefold::cli {

/// Opens the unfinished match that was begun under the same conditions with the same contents of
/// the files they name, or else a new one; `anew` always begins one. `conditions` is everything the
/// command line says that decides which games are played. Where the conditions are those of an
/// unfinished match but a file has changed since, a note on standard error says why it does not
/// go on. Throws CommandError.
store::OpenedMatch open_match(store::Store& store, nlohmann::ordered_json conditions,
                              const arena::MatchSpec& spec, const BotPair& bots, bool anew);

/// Where a command of the same kind for the same bots is unfinished under other conditions, says on
/// standard error in what they differ. For a match that was opened anew. Throws CommandError.
void tell_of_other_conditions(store::Store& store, const nlohmann::ordered_json& conditions,
                              store::MatchId opened);

/// The games of a match that count: those that were kept and not void.
std::vector<arena::PlayedGame> played_games(const arena::MatchSpec& spec, store::Store& store,
                                            store::MatchId id);

/// When a match was begun. Throws CommandError.
std::string created(store::Store& store, store::MatchId id);

/// Where a match's games are played: here, or by a cluster's workers. Outlives the match.
class MatchPlace {
public:
    /// Throws CommandError.
    MatchPlace(const ClusterOption& cluster, const ClusterOption::Event& event,
               const BotPair& bots);

    arena::GamePlace place(int concurrency) const;
    /// The match is over: nothing of it need be left in the cluster.
    void finish();

private:
    const ClusterOption& cluster_;
    const BotPair& bots_;
    std::unique_ptr<cluster::ClusterVenue> venue_;
};

}  // namespace ninefold::cli
