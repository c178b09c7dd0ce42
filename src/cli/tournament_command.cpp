// SPDX-License-Identifier: MIT
#include "cli/tournament_command.h"

#include <algorithm>
#include <array>

#include <nlohmann/json.hpp>

#include "base/counted.h"
#include "base/foreign_text.h"
#include "base/notice.h"
#include "server/tournament_reports.h"
#include "store/match_lock.h"
#include "tournament/forecast.h"
#include "tui/fitted_text.h"
#include "tui/tournament_view.h"

namespace ninefold::cli {

store::StoredTournament find_tournament(const std::string& id, store::Store& store) {
    store::TournamentStore tournaments(store);
    if (!id.empty()) {
        const auto number = store::parse_match_id(id);
        if (number) return value_or_throw(tournaments.load(*number));
        throw CommandError("{} is not a tournament's number; 'ninefold tournament "
                           "status' lists them",
                           base::quoted(id));
    }
    const auto all = value_or_throw(store.matches_of(store::MatchKind::kTournament));
    if (all.empty())
        throw CommandError("no tournament has been run yet; 'ninefold tournament run'");
    return value_or_throw(tournaments.load(all.front().id));
}

std::unique_ptr<store::Store> TournamentOptions::open(store::Access access) const {
    auto store = value_or_throw(store::Store::open(db.path(), access));
    if (access == store::Access::kRead) {
        throw_if_failed(store::TournamentStore(*store).check_any());
    }
    return store;
}

namespace {

namespace fs = std::filesystem;
using tournament::Tournament;

int show_tournaments(const TournamentOptions& options) {
    const fs::path path = options.db.path();
    const auto store = options.open(store::Access::kRead);
    const auto state = [&](const store::MatchInfo& stored) {
        return !stored.finished.empty()                     ? "over"
               : store::MatchLock::is_held(path, stored.id) ? "running"
                                                            : "stopped";
    };
    if (options.id.empty()) {
        tui::TextTable table(
            {{"id", true}, {"name", false, 1, 8}, {"begun"}, {"games", true}, {"state"}});
        for (const store::MatchInfo& stored :
             value_or_throw(store->matches_of(store::MatchKind::kTournament))) {
            table.row(stored.id.value, stored.a, stored.date, stored.games, state(stored));
        }
        table.print(stdout);
        return 0;
    }
    const auto stored = find_tournament(options.id, *store);
    const Tournament machine = value_or_throw(store::resume(*store, stored));
    const pictures::TextStyle style(stdout);
    fmt::print("{}  tournament {}, {}, {}", style.bold(base::safe_text(stored.a, 200)),
               stored.id.value, state(stored), base::counted(machine.games_played(), "game"));
    if (machine.is_over()) {
        fmt::print("\n");
        tui::print_final(stdout, machine);
    } else {
        fmt::print(" of about {}\n{}\n{}",
                   std::max(machine.games_known(), tournament::forecast(machine.spec()).games),
                   base::safe_text(machine.stages().back().spec.name, 200),
                   tui::stage_text(machine, 0, INT32_MAX, style));
    }
    return 0;
}

int stop_tournament(const TournamentOptions& options) {
    const auto store = options.open();
    const auto stored = find_tournament(options.id, *store);
    if (!store::MatchLock::is_held(options.db.path(), stored.id)) {
        fmt::print("tournament {} is not running\n", stored.id.value);
        return 1;
    }
    throw_if_failed(store::TournamentStore(*store).request_stop(stored.id));
    fmt::print("tournament {} ends after the games it is playing; on a cluster at once, and the "
               "results of games that are being played there wait for 'resume'\n",
               stored.id.value);
    return 0;
}

int withdraw_bot(const TournamentOptions& options) {
    const auto store = options.open();
    const auto stored = find_tournament(options.id, *store);
    const auto lock = store::MatchLock::take(options.db.path(), stored.id);
    if (!lock) {
        throw CommandError("{}: stop it first: ninefold tournament stop {}", lock.error().message,
                           stored.id.value);
    }
    const Tournament machine = value_or_throw(store::resume(*store, stored));
    if (machine.is_over()) throw CommandError("the tournament is over");
    const auto& bots = machine.spec().bots;
    const auto bot = std::ranges::find(bots, options.bot, &tournament::BotEntry::name);
    if (bot == bots.end()) {
        throw CommandError("tournament {} has no bot {}", stored.id.value,
                           base::quoted(options.bot));
    }
    using Kind = tournament::Absence::Kind;
    throw_if_failed(store::TournamentStore(*store).add_absence(
        stored.id, {tournament::TeamId{static_cast<int>(bot - bots.begin())},
                    options.disqualify ? Kind::kDisqualified : Kind::kWithdrawn,
                    machine.current_stage(), machine.current_wave(), options.reason}));
    fmt::print("{} is {} from {} on\n", options.bot,
               options.disqualify ? "disqualified" : "withdrawn",
               machine.stages().back().spec.name);
    return 0;
}

int write_tournament_report(const TournamentOptions& options) {
    const auto store = options.open(store::Access::kRead);
    const store::MatchId id = find_tournament(options.id, *store).id;
    std::array paths = {options.html, options.csv, options.json};
    if (std::ranges::all_of(paths, &std::string::empty)) {
        const std::string base = fmt::format("tournament-{}", id.value);
        paths = {base + ".html", base + ".csv", base + ".json"};
    }
    // Before the work, for a report takes long.
    for (const std::string& path : paths) {
        if (!path.empty()) check_output(path);
    }
    const auto write = [&](const std::string& path, const auto& make) {
        if (path.empty()) return;
        const std::string text = make();
        write_text(path, text);
        if (path == "-") return;
        base::notice("wrote {} ({} KiB)\n", path, (text.size() + 1023) / 1024);
    };
    write(paths[0], [&] { return value_or_throw(server::tournament_html(*store, id)); });
    write(paths[1], [&] { return value_or_throw(server::tournament_csv(*store, id)); });
    write(paths[2],
          [&] { return json_text(value_or_throw(server::tournament_json(*store, id)), 1); });
    return 0;
}

int print_preset(const TournamentOptions& options) {
    fmt::print("{}",
               tournament::starting_file(value_or_throw(tournament::find_preset(options.preset))));
    return 0;
}

void add_running_options(Command& part, TournamentOptions& options, const char* concurrency_help) {
    part.add_option("-c,--concurrency", options.concurrency, concurrency_help).range(1, 1024);
    part.add_flag("--continue-despite-changes", options.continue_despite_changes,
                  "play although some bots will forfeit every game, or have changed since the last "
                  "one");
    part.add_flag("--go-on", options.continue_despite_changes, "the same").hidden();
    part.add_flag("-q,--quiet", options.quiet, "print the final ranking only");
    options.audience.add_to(part);
    options.cluster.add_to(part);
    options.bots.add_to(part);
}

void add_run(Command& command) {
    auto [part, options] = command.add("run", "Start a tournament, or resume it", run_tournament);
    part.add_option("FILE", options.words, "the tournament's file; with --preset, the bots")
        .required();
    options.db.add_to(part);
    part.add_option("--preset", options.preset, "course, code-tournament or round-robin");
    part.add_option("--seed", options.seed,
                    "seed of everything that is drawn (default: the file's)")
        .non_negative();
    part.add_flag("--dry-run", options.dry_run, "print the schedule and the time it takes");
    part.add_flag("--new", options.restart, "start a new one even if the same one is unfinished");
    add_running_options(part, options, "games at the same time (default: the file's, or 1)");
    part.footer(R"(Every game is kept before it counts. Give the same command again to resume an
interrupted tournament. Exit code 0: it is over; 1: it was stopped.

Examples:
  ninefold tournament run cup.toml --dry-run
  ninefold tournament run cup.toml --concurrency 4 --serve
  ninefold tournament run cup.toml --cluster nats://localhost:4222
  ninefold tournament run --preset round-robin alice.py bob.jar mcts:sims=1000)");
}

/// A part that looks into the database, for the tournament that `id_help` tells of.
auto add_for_id(Command& command, const char* name, const char* help,
                int (*run)(const TournamentOptions&),
                const char* id_help = "its number (default: the newest)") {
    const auto added = command.add(name, help, run);
    added.first.add_option("ID", added.second.id, id_help);
    added.second.db.add_to(added.first);
    return added;
}

void add_resume(Command& command) {
    auto [part, options] =
        add_for_id(command, "resume", "Resume a tournament that was stopped", resume_tournament);
    add_running_options(part, options, "games at the same time (default 1)");
    part.footer(R"(Exit code 0: it is over; 1: it was stopped again.

Examples:
  ninefold tournament resume
  ninefold tournament resume 7 --concurrency 4)");
}

void add_status_and_stop(Command& command) {
    add_for_id(command, "status", "List tournaments, or show one", show_tournaments,
               "its number (default: list them all)")
        .first.footer(R"(Examples:
  ninefold tournament status
  ninefold tournament status 7)");
    add_for_id(command, "stop", "Stop a running one after the games in progress", stop_tournament)
        .first.footer(
            R"(Resume it with 'ninefold tournament resume'. Exit code 1: it is not running.

Examples:
  ninefold tournament stop
  ninefold tournament stop 7)");
}

void add_withdraw(Command& command) {
    auto [part, options] =
        command.add("withdraw", "Take a bot out of a stopped tournament", withdraw_bot);
    part.add_option("ID", options.id, "its number").required();
    options.db.add_to(part);
    part.add_option("BOT", options.bot, "the bot's name").required();
    part.add_flag("--disqualify", options.disqualify, "disqualified, not withdrawn");
    part.add_option("--reason", options.reason, "for the report");
    part.footer(R"(Its games so far stay in the database; docs/tournaments.md says how they count.

Examples:
  ninefold tournament withdraw 7 alice
  ninefold tournament withdraw 7 bob --disqualify --reason 'copied')");
}

void add_report(Command& command) {
    auto [part, options] =
        add_for_id(command, "report", "Write the standings and games as HTML, CSV and JSON",
                   write_tournament_report);
    part.add_option("--html", options.html, "the HTML file only; - is standard output");
    part.add_option("--csv", options.csv, "the CSV file only; - is standard output");
    part.add_option("--json", options.json, "the JSON file only; - is standard output");
    part.footer(
        R"(Without --html, --csv and --json all three are written, as tournament-ID.html and so on.

Examples:
  ninefold tournament report
  ninefold tournament report 7 --html cup.html
  ninefold tournament report 7 --json - > cup.json)");
}

void add_preset(Command& command) {
    auto [part, options] =
        command.add("preset", "Print a preset's file to start from", print_preset);
    part.add_option("NAME", options.preset, "course, code-tournament or round-robin").required();
    part.footer(R"(Examples:
  ninefold tournament preset course > cup.toml)");
}

}  // namespace

void add_tournament_command(Command& app) {
    Command& command =
        app.add_subcommand("tournament", "Run tournaments from a folder of bots to a report");
    command.require_subcommand();
    for (const auto add :
         {add_run, add_resume, add_status_and_stop, add_withdraw, add_report, add_preset}) {
        add(command);
    }
    command.footer(
        R"(Every game is kept before it counts: an interrupted tournament is resumed by the same
command or by 'resume' and ends with the same standings. 'ninefold tournament run
--help' and so on explain each.

Examples:
  ninefold tournament preset course > cup.toml
  ninefold tournament run cup.toml --concurrency 4 --serve
  ninefold tournament report)");
}

}  // namespace ninefold::cli
