// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/audience.h"
#include "cli/bot_options.h"
#include "cli/cluster_option.h"
#include "cli/database_option.h"
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
};

/// The tournament that is meant: the one named, or the newest. Throws CommandError.
store::StoredTournament find_tournament(const TournamentOptions& options,
                                        store::TournamentStore& tournaments);

// The parts, each with its exit code. They throw CommandError.
int run_tournament(const TournamentOptions& options);
int resume_tournament(const TournamentOptions& options);
int show_tournaments(const TournamentOptions& options);
int stop_tournament(const TournamentOptions& options);
int withdraw_bot(const TournamentOptions& options);
int write_tournament_report(const TournamentOptions& options);

}  // namespace ninefold::cli
