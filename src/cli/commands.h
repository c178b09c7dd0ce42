// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace ninefold::cli {

/// What a command does once its words are parsed; returns the exit code (0 yes, 1 no).
using Action = std::function<int()>;

/// Adds every subcommand, in the order and under the headings of the help.
void add_commands(CLI::App& app, Action& action);

/// Each adds one subcommand to `app` and sets `action` when that subcommand was chosen.
void add_perft_command(CLI::App& app, Action& action);
void add_show_command(CLI::App& app, Action& action);
void add_record_command(CLI::App& app, Action& action);
void add_random_games_command(CLI::App& app, Action& action);
void add_match_command(CLI::App& app, Action& action);
void add_tournament_command(CLI::App& app, Action& action);
void add_grade_command(CLI::App& app, Action& action);
void add_sprt_command(CLI::App& app, Action& action);
void add_sample_command(CLI::App& app, Action& action);
void add_label_command(CLI::App& app, Action& action);
void add_tune_command(CLI::App& app, Action& action);
void add_worker_command(CLI::App& app, Action& action);
void add_cluster_command(CLI::App& app, Action& action);
void add_serve_command(CLI::App& app, Action& action);
void add_play_command(CLI::App& app, Action& action);
void add_engine_command(CLI::App& app, Action& action);
void add_bench_command(CLI::App& app, Action& action);
void add_solve_command(CLI::App& app, Action& action);
void add_verify_proof_command(CLI::App& app, Action& action);
void add_analyze_command(CLI::App& app, Action& action);
void add_check_command(CLI::App& app, Action& action);
void add_new_bot_command(CLI::App& app, Action& action);
void add_games_command(CLI::App& app, Action& action);
void add_replay_command(CLI::App& app, Action& action);
void add_log_command(CLI::App& app, Action& action);

/// Parses the command line, runs what it names, and returns the exit code: 0 done, 1 a negative
/// answer, 2 wrong use or bad input (with one line on standard error).
int run(int argc, char** argv);

}  // namespace ninefold::cli
