// SPDX-License-Identifier: MIT
#include <CLI/CLI.hpp>

#include "cli/command_error.h"
#include "cli/commands.h"
#include "cli/tournament_options.h"
#include "tournament/tournament_spec.h"

namespace ninefold::cli {

namespace {

int print_preset(const TournamentOptions& options) {
    fmt::print("{}",
               tournament::starting_file(value_or_throw(tournament::find_preset(options.preset))));
    return 0;
}

using Options = std::shared_ptr<TournamentOptions>;

CLI::App& add_part(CLI::App& command, const Options& options, Action& action, const char* name,
                   const char* help, int (*run)(const TournamentOptions&)) {
    CLI::App& part = *command.add_subcommand(name, help);
    options->db.add_to(part);
    part.callback([options, &action, run] { action = [options, run] { return run(*options); }; });
    return part;
}

void add_running_options(CLI::App& part, const Options& options) {
    part.add_option("-c,--concurrency", options->concurrency, "games at the same time")
        ->check(CLI::Range(1, 1024));
    part.add_flag("--go-on", options->go_on,
                  "play although some bots will forfeit every game, or have changed since the last "
                  "one");
    part.add_flag("-q,--quiet", options->quiet, "print the final ranking only");
    options->audience.add_to(part);
    options->cluster.add_to(part);
    options->bots.add_to(part);
}

void add_run(CLI::App& command, const Options& options, Action& action) {
    CLI::App& part = add_part(command, options, action, "run",
                              "Begin a tournament, or go on with it", run_tournament);
    part.add_option("FILE", options->words, "the tournament's file; with --preset, the bots")
        ->required();
    part.add_option("--preset", options->preset, "course, code-tournament or round-robin");
    part.add_option("--seed", options->seed, "of all that is drawn (default: the file's)")
        ->check(CLI::NonNegativeNumber);
    part.add_flag("--dry-run", options->dry_run, "print the schedule and the time it takes");
    part.add_flag("--new", options->anew, "begin anew even if the same one is unfinished");
    add_running_options(part, options);
}

}  // namespace

void add_tournament_command(CLI::App& app, Action& action) {
    const auto options = std::make_shared<TournamentOptions>();
    CLI::App& command =
        *app.add_subcommand("tournament", "Run tournaments from a folder of bots to a report");
    command.require_subcommand(1);
    add_run(command, options, action);
    add_running_options(add_part(command, options, action, "resume",
                                 "Go on with a tournament that was stopped", resume_tournament),
                        options);
    add_part(command, options, action, "status", "List tournaments, or show one", show_tournaments);
    add_part(command, options, action, "stop", "End a running one after the games it plays",
             stop_tournament);
    CLI::App& out = add_part(command, options, action, "withdraw",
                             "Take a bot out of a stopped tournament", withdraw_bot);
    CLI::App& report =
        add_part(command, options, action, "report",
                 "Write the standings and games as HTML, CSV and JSON", write_tournament_report);
    for (const char* name : {"resume", "status", "stop", "withdraw", "report"}) {
        command.get_subcommand(name)->add_option("ID", options->id,
                                                 "its number (default: the newest)");
    }
    command.get_subcommand("withdraw")->get_option("ID")->required();
    out.add_option("BOT", options->bot, "the bot's name")->required();
    out.add_flag("--disqualify", options->disqualify, "it did not leave of its own will");
    out.add_option("--reason", options->reason, "for the report");
    report.add_option("--html", options->html, "this file only; - is standard output");
    report.add_option("--csv", options->csv, "likewise");
    report.add_option("--json", options->json, "likewise");
    CLI::App& preset = *command.add_subcommand("preset", "Print a preset's file to start from");
    preset.add_option("NAME", options->preset, "course, code-tournament or round-robin")
        ->required();
    preset.callback([options, &action] { action = [options] { return print_preset(*options); }; });
    command.footer(
        "Every game is kept before it counts: a tournament that was stopped, however rudely, goes "
        "on\n"
        "with the same command or with 'resume' and ends with the same standings.\n\n"
        "Examples:\n"
        "  ninefold tournament preset course > cup.toml\n"
        "  ninefold tournament run cup.toml --dry-run\n"
        "  ninefold tournament run cup.toml --concurrency 4 --serve\n"
        "  ninefold tournament run cup.toml --cluster nats://localhost:4222\n"
        "  ninefold tournament run --preset round-robin alice.py bob.jar mcts:sims=1000\n"
        "  ninefold tournament report");
}

}  // namespace ninefold::cli
