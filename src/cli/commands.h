// SPDX-License-Identifier: MIT
#pragma once

#include "base/thrown_error.h"
#include "command/command.h"
#include "command/interruption.h"
#include "command/text_output.h"

namespace ninefold::cli {

// What every command is made of.
using base::throw_if_failed;
using base::value_or_throw;
using command::check_output;
using command::Command;
using command::Interruption;
using command::json_text;
using command::open_output;
using command::OutputFile;
using command::OutputInParts;
using command::write_text;
using CommandError = base::ThrownError;

/// Adds every subcommand, in the order and under the headings of the help.
void add_commands(Command& app);

/// Each adds one subcommand to `app`.
void add_perft_command(Command& app);
void add_show_command(Command& app);
void add_plot_command(Command& app);
void add_record_command(Command& app);
void add_random_games_command(Command& app);
void add_match_command(Command& app);
void add_tournament_command(Command& app);
void add_grade_command(Command& app);
void add_sprt_command(Command& app);
void add_sample_command(Command& app);
void add_label_command(Command& app);
void add_tune_command(Command& app);
void add_worker_command(Command& app);
void add_cluster_command(Command& app);
void add_serve_command(Command& app);
void add_play_command(Command& app);
void add_engine_command(Command& app);
void add_bench_command(Command& app);
void add_solve_command(Command& app);
void add_verify_proof_command(Command& app);
void add_analyze_command(Command& app);
void add_puzzles_command(Command& app);
void add_check_command(Command& app);
void add_new_bot_command(Command& app);
void add_games_command(Command& app);
void add_replay_command(Command& app);
void add_log_command(Command& app);
void add_completion_command(Command& app);
/// Not in the help: the scripts of the last one ask it.
void add_complete_command(Command& app);
/// Not in the help: packages are made with it.
void add_manual_command(Command& app);
void add_audit_command(Command& app);
void add_backup_command(Command& app);

/// Parses the command line, runs what it names, and returns the exit code: 0 done, 1 a negative
/// answer, 2 wrong use or bad input (with one line on standard error).
int run(int argc, char** argv);

}  // namespace ninefold::cli
