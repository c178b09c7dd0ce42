// SPDX-License-Identifier: MIT
#include "cli/commands.h"

#include <vector>

namespace ninefold::cli {

namespace {

/// Commands under one heading of the help.
struct Group {
    const char* name;
    std::vector<void (*)(Command&)> commands;
};

}  // namespace

void add_commands(Command& app) {
    const Group groups[] = {
        {"Play and understand",
         {add_play_command, add_serve_command, add_analyze_command, add_puzzles_command,
          add_solve_command, add_verify_proof_command, add_games_command, add_replay_command,
          add_log_command, add_audit_command, add_backup_command}},
        {"Write bots and let them play",
         {add_new_bot_command, add_check_command, add_match_command, add_tournament_command,
          add_grade_command, add_sprt_command, add_tune_command, add_worker_command,
          add_cluster_command}},
        {"The engine for other programs",
         {add_engine_command, add_bench_command, add_sample_command, add_label_command}},
        {"Rules and records",
         {add_show_command, add_plot_command, add_record_command, add_perft_command,
          add_random_games_command}},
        {"This program", {add_completion_command, add_manual_command}}};
    for (const Group& group : groups) {
        app.heading(group.name);
        for (const auto add : group.commands) add(app);
    }
}

}  // namespace ninefold::cli
