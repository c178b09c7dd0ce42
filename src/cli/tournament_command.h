// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/match_options.h"
#include "store/tournament_store.h"

namespace ninefold::cli {

/// The options of the parts of `ninefold tournament`.
struct TournamentOptions {
    std::vector<std::string> words;  ///< the file, or the bots of a preset
    std::string preset, id, bot, reason, html, csv, json;
    int concurrency = 0;
    std::int64_t seed = -1;
    bool dry_run = false, restart = false, continue_despite_changes = false, quiet = false,
         disqualify = false;
    DatabaseOption db;
    AudienceOption audience;
    BotOptions bots;
    ClusterOption cluster;

    /// For reading, a database that has tournaments.
    std::unique_ptr<store::Store> open(store::Access access = store::Access::kWrite) const;
};

/// The tournament that is meant: the one named, or the newest. Throws CommandError.
store::StoredTournament find_tournament(const std::string& id, store::Store& store);

// The parts that play, each with its exit code. They throw CommandError.
int run_tournament(const TournamentOptions& options);
int resume_tournament(const TournamentOptions& options);

}  // namespace ninefold::cli
