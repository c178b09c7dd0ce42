// SPDX-License-Identifier: MIT

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

/// One of the commands behind `ninefold tournament`.
struct Part {
    const char* name;
    const char* help;
    const char* footer;  ///< the end of its help: its examples
    int (*run)(const TournamentOptions&);
};

constexpr Part kRun{
    "run", "Start a tournament, or resume it",
    "Every game is kept before it counts. Give the same command again to resume an\n"
    "interrupted tournament. Exit code 0: it is over; 1: it was stopped.\n\n"
    "Examples:\n"
    "  ninefold tournament run cup.toml --dry-run\n"
    "  ninefold tournament run cup.toml --concurrency 4 --serve\n"
    "  ninefold tournament run cup.toml --cluster nats://localhost:4222\n"
    "  ninefold tournament run --preset round-robin alice.py bob.jar mcts:sims=1000",
    run_tournament};

constexpr Part kResume{"resume", "Resume a tournament that was stopped",
                       "Exit code 0: it is over; 1: it was stopped again.\n\n"
                       "Examples:\n"
                       "  ninefold tournament resume\n"
                       "  ninefold tournament resume 7 --concurrency 4",
                       resume_tournament};

constexpr Part kStatus{"status", "List tournaments, or show one",
                       "Examples:\n"
                       "  ninefold tournament status\n"
                       "  ninefold tournament status 7",
                       show_tournaments};

constexpr Part kStop{"stop", "Stop a running one after the games in progress",
                     "Resume it with 'ninefold tournament resume'. Exit code 1: it is not "
                     "running.\n\n"
                     "Examples:\n"
                     "  ninefold tournament stop\n"
                     "  ninefold tournament stop 7",
                     stop_tournament};

constexpr Part kWithdraw{"withdraw", "Take a bot out of a stopped tournament",
                         "Its games so far stay in the database; docs/tournaments.md says how they "
                         "count.\n\n"
                         "Examples:\n"
                         "  ninefold tournament withdraw 7 alice\n"
                         "  ninefold tournament withdraw 7 bob --disqualify --reason 'copied'",
                         withdraw_bot};

constexpr Part kReport{"report", "Write the standings and games as HTML, CSV and JSON",
                       "Without --html, --csv and --json all three are written, as "
                       "tournament-ID.html and so on.\n\n"
                       "Examples:\n"
                       "  ninefold tournament report\n"
                       "  ninefold tournament report 7 --html cup.html\n"
                       "  ninefold tournament report 7 --json - > cup.json",
                       write_tournament_report};

constexpr Part kPreset{"preset", "Print a preset's file to start from",
                       "Examples:\n"
                       "  ninefold tournament preset course > cup.toml",
                       print_preset};

Command& add_part(Command& command, const Options& options, const Part& part) {
    Command& app = command.add_subcommand(part.name, part.help);
    app.footer(part.footer);
    app.runs([options, run = part.run] { return run(*options); });
    return app;
}

/// A part that looks into the database, for the tournament that `id_help` tells of.
Command& add_part_for_id(Command& command, const Options& options, const Part& part,
                         const char* id_help) {
    Command& app = add_part(command, options, part);
    app.add_option("ID", options->id, id_help);
    options->db.add_to(app);
    return app;
}

void add_running_options(Command& part, const Options& options, const char* concurrency_help) {
    part.add_option("-c,--concurrency", options->concurrency, concurrency_help).range(1, 1024);
    part.add_flag("--continue-despite-changes", options->continue_despite_changes,
                  "play although some bots will forfeit every game, or have changed since the last "
                  "one");
    part.add_flag("--go-on", options->continue_despite_changes, "the same").group("");
    part.add_flag("-q,--quiet", options->quiet, "print the final ranking only");
    options->audience.add_to(part);
    options->cluster.add_to(part);
    options->bots.add_to(part);
}

void add_run(Command& command, const Options& options) {
    Command& part = add_part(command, options, kRun);
    part.add_option("FILE", options->words, "the tournament's file; with --preset, the bots")
        .required();
    options->db.add_to(part);
    part.add_option("--preset", options->preset, "course, code-tournament or round-robin");
    part.add_option("--seed", options->seed,
                    "seed of everything that is drawn (default: the file's)")
        .non_negative();
    part.add_flag("--dry-run", options->dry_run, "print the schedule and the time it takes");
    part.add_flag("--new", options->restart, "start a new one even if the same one is unfinished");
    add_running_options(part, options, "games at the same time (default: the file's, or 1)");
}

void add_withdraw(Command& command, const Options& options) {
    Command& part = add_part_for_id(command, options, kWithdraw, "its number");
    part.option("ID").required();
    part.add_option("BOT", options->bot, "the bot's name").required();
    part.add_flag("--disqualify", options->disqualify, "disqualified, not withdrawn");
    part.add_option("--reason", options->reason, "for the report");
}

void add_report(Command& command, const Options& options) {
    Command& part = add_part_for_id(command, options, kReport, "its number (default: the newest)");
    part.add_option("--html", options->html, "the HTML file only; - is standard output");
    part.add_option("--csv", options->csv, "the CSV file only; - is standard output");
    part.add_option("--json", options->json, "the JSON file only; - is standard output");
}

}  // namespace

void add_tournament_command(Command& app) {
    constexpr const char* kNewest = "its number (default: the newest)";
    const auto options = std::make_shared<TournamentOptions>();
    Command& command =
        app.add_subcommand("tournament", "Run tournaments from a folder of bots to a report");
    command.require_subcommand();
    add_run(command, options);
    add_running_options(add_part_for_id(command, options, kResume, kNewest), options,
                        "games at the same time (default 1)");
    add_part_for_id(command, options, kStatus, "its number (default: list them all)");
    add_part_for_id(command, options, kStop, kNewest);
    add_withdraw(command, options);
    add_report(command, options);
    add_part(command, options, kPreset)
        .add_option("NAME", options->preset, "course, code-tournament or round-robin")
        .required();
    command.footer(
        "Every game is kept before it counts: an interrupted tournament is resumed by the same\n"
        "command or by 'resume' and ends with the same standings. 'ninefold tournament run\n"
        "--help' and so on explain each.\n\n"
        "Examples:\n"
        "  ninefold tournament preset course > cup.toml\n"
        "  ninefold tournament run cup.toml --concurrency 4 --serve\n"
        "  ninefold tournament report");
}

}  // namespace ninefold::cli
