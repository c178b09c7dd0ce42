// SPDX-License-Identifier: MIT
#include <CLI/CLI.hpp>

#include "arena/broadcaster.h"
#include "base/foreign_text.h"
#include "cli/audience.h"
#include "cli/bot_options.h"
#include "cli/cluster_option.h"
#include "cli/command_error.h"
#include "cli/commands.h"
#include "cli/database_option.h"
#include "cli/interruption.h"
#include "cli/match_view.h"
#include "cli/table.h"
#include "cli/text_output.h"
#include "cli/tournament_command_view.h"
#include "store/match_keeper.h"
#include "store/match_lock.h"
#include "store/tournament_store.h"
#include "tournament/forecast.h"
#include "tournament/report.h"
#include "tournament/tournament_bots.h"

namespace ninefold::cli {

namespace {

namespace fs = std::filesystem;
using tournament::Tournament;
using tournament::TournamentBots;
using tournament::TournamentSpec;

struct TournamentOptions {
    std::vector<std::string> words;  ///< the file, or the bots of a preset
    std::string preset, id, bot, reason, html, csv, json;
    int concurrency = 0;
    std::int64_t seed = -1;
    bool dry_run = false, anew = false, go_on = false, quiet = false, disqualify = false;
    DatabaseOption db;
    AudienceOption audience;
    BotOptions bots;
    ClusterOption cluster;
};

TournamentSpec spec_from_preset(const TournamentOptions& options) {
    std::string text = fmt::format("preset = \"{}\"\n", options.preset);
    value_or_throw(tournament::find_preset(options.preset));
    // Bots that begin with a capital T or hold quotes must survive TOML: written as literals.
    text += "bots = [";
    for (const std::string& word : options.words) {
        if (word.find('\'') != std::string::npos || word.find('\n') != std::string::npos) {
            throw CommandError(fmt::format("{}: write such a bot into a file", base::quoted(word)));
        }
        text += fmt::format("'{}', ", word);
    }
    text += "]\n";
    return value_or_throw(tournament::parse_spec(text, fs::current_path(), "the command line"));
}

TournamentSpec read_options(const TournamentOptions& options) {
    if (options.words.empty())
        throw CommandError("a tournament file is needed, or --preset and bots");
    if (options.preset.empty() && options.words.size() > 1) {
        throw CommandError("one tournament file is needed; bots go with --preset");
    }
    TournamentSpec spec = options.preset.empty()
                              ? value_or_throw(tournament::read_spec(options.words.front()))
                              : spec_from_preset(options);
    if (options.concurrency > 0) spec.concurrency = options.concurrency;
    if (options.seed >= 0) spec.seed = static_cast<std::uint64_t>(options.seed);
    return spec;
}

std::string wall_text(const std::optional<arena::Duration>& time, int slots) {
    if (!time) return "no limit is set";
    return duration_words(std::chrono::duration<double>(*time).count() / slots);
}

int print_plan(const TournamentSpec& spec) {
    const tournament::Forecast plan = tournament::forecast(spec);
    Table table({{"stage", false, 1, 6},
                 {"type"},
                 {"bots", true},
                 {"waves", true},
                 {"meetings", true},
                 {"games", true}});
    for (const tournament::StageForecast& stage : plan.stages) {
        table.add({stage.name, std::string(name(stage.type)), fmt::format("{}", stage.teams),
                   fmt::format("{}", stage.waves), fmt::format("{}", stage.meetings),
                   fmt::format("{}", stage.games)});
    }
    table.print(stdout);
    fmt::print("{} games, {} at a time\n", plan.games, spec.concurrency);
    fmt::print("wall time at most {}; {} if every bot uses all its time on every move of a usual "
               "game\n\n",
               wall_text(plan.longest, spec.concurrency), wall_text(plan.usual, spec.concurrency));
    Tournament machine(spec);
    const tournament::StageRun& first = machine.stages().front();
    Table schedule({{"game", true}, {"where"}, {"X", false, 1, 8}, {"O", false, 1, 8}});
    for (const tournament::GameTask& task : machine.take_new_games()) {
        const auto& pairing = first.meetings[static_cast<std::size_t>(task.meeting)].pairing;
        schedule.add({fmt::format("{}", task.number), first.stage->label(pairing),
                      spec.bot(task.x).name, spec.bot(task.o).name});
    }
    schedule.print(stdout);
    fmt::print("Later pairings depend on results.\n");
    return 0;
}

/// Says who would forfeit; an organiser who wants to play all the same says so.
std::map<std::size_t, std::string> check_bots(const TournamentBots& bots, bool go_on) {
    const tui::Style style(stderr);
    for (const std::string& note : bots.notes()) {
        fmt::print(stderr, "{}note:{} {}\n", style.yellow(), style.off(), note);
    }
    auto forfeits = bots.find_forfeits();
    for (const auto& [bot, sentence] : forfeits) {
        fmt::print(stderr, "{}would forfeit:{} {}\n", style.red(), style.off(), sentence);
    }
    if (!forfeits.empty() && !go_on) {
        throw CommandError(fmt::format("{} bots would forfeit every game; mend them, or play with "
                                       "--go-on",
                                       forfeits.size()));
    }
    return forfeits;
}

/// Asked before each game; looks into the database ten times a second at most.
std::function<bool()> stop_request(store::TournamentStore& tournaments, store::MatchId id) {
    auto looked = std::make_shared<std::chrono::steady_clock::time_point>();
    return [&tournaments, id, looked] {
        const auto now = std::chrono::steady_clock::now();
        if (now - *looked < std::chrono::milliseconds(100)) return false;
        *looked = now;
        const auto stop = tournaments.is_stop_requested(id);
        return stop && *stop;
    };
}

/// Plays on the threads of this machine, or on the machines of a cluster.
base::Result<void> run_games(const TournamentOptions& options,
                             const store::StoredTournament& stored, Tournament& machine,
                             arena::GameKeeper& keeper, arena::EventSink& sink, int concurrency,
                             const std::function<bool()>& drain, std::stop_token stop) {
    const TournamentBots bots(machine.spec(), options.bots.rules());
    if (machine.is_over()) return {};
    const auto forfeits = check_bots(bots, options.go_on);
    if (!options.cluster.is_wanted()) {
        return tournament::LocalRunner(machine, bots.maker(), keeper, sink, concurrency)
            .run(stop, drain);
    }
    const auto venue =
        options.cluster.open({options.db.path(), stored.id, stored.created, options.bots.rules()},
                             bots.sources(forfeits));
    cluster::VenueKeeper venue_keeper(keeper, *venue);
    auto run = tournament::LocalRunner(machine, *venue, venue_keeper, sink,
                                       options.cluster.games_out(options.concurrency))
                   .run(stop, drain);
    if (machine.is_over()) venue->finish();
    return run;
}

int play(const TournamentOptions& options, store::MatchId id, int concurrency,
         const Interruption& interruption) {
    const fs::path path = options.db.path();
    const auto store = value_or_throw(store::Store::open(path));
    const auto tournaments = value_or_throw(store::TournamentStore::open(path));
    const auto keeper = value_or_throw(store::MatchKeeper::open(*store, id));
    throw_if_failed(tournaments->clear_stop(id));
    const auto stored = value_or_throw(tournaments->load(id));
    Tournament machine = value_or_throw(store::take_up(*store, stored));
    Audience audience = options.audience.invite(path, id);
    arena::Broadcaster broadcaster;
    audience.join(broadcaster);
    TournamentView view(stderr, options.quiet, machine, tournament::forecast(machine.spec()).games);
    broadcaster.add(view);
    const auto run = run_games(options, stored, machine, *keeper, broadcaster, concurrency,
                               stop_request(*tournaments, id), interruption.token());
    view.finish();
    keeper->flush();
    throw_if_failed(run);
    if (machine.is_over()) {
        throw_if_failed(store->finish_match(id, "{}"));
    }
    print_final(stdout, machine);
    if (machine.is_over()) {
        fmt::print(stderr, "'ninefold tournament report {}' writes the report\n", id.value);
        return 0;
    }
    fmt::print(
        stderr,
        "stopped after {} games, all of them kept; 'ninefold tournament resume {}' goes on\n",
        machine.games_played(), id.value);
    return 1;
}

int run_tournament(const TournamentOptions& options) {
    const TournamentSpec spec = read_options(options);
    if (options.dry_run) {
        const int code = print_plan(spec);
        check_bots(TournamentBots(spec, options.bots.rules()), true);
        return code;
    }
    Interruption interruption;
    const auto tournaments = value_or_throw(store::TournamentStore::open(options.db.path()));
    const auto opened = value_or_throw(options.anew ? tournaments->create(spec)
                                                    : tournaments->find_or_create(spec));
    if (!options.quiet) {
        fmt::print(stderr, "{} tournament {}\n", opened.resumed ? "resuming" : "beginning",
                   opened.id.value);
    }
    return play(options, opened.id, spec.concurrency, interruption);
}

/// The tournament that is meant: the one named, or the newest.
store::StoredTournament find(const TournamentOptions& options,
                             store::TournamentStore& tournaments) {
    if (!options.id.empty()) {
        return value_or_throw(tournaments.load(value_or_throw(store::parse_match_id(options.id))));
    }
    const auto all = value_or_throw(tournaments.list());
    if (all.empty())
        throw CommandError("no tournament has been run yet; 'ninefold tournament run'");
    return value_or_throw(tournaments.load(all.front().id));
}

int resume(const TournamentOptions& options) {
    Interruption interruption;
    const auto tournaments = value_or_throw(store::TournamentStore::open(options.db.path()));
    const auto stored = find(options, *tournaments);
    return play(options, stored.id, std::max(1, options.concurrency), interruption);
}

bool is_running(const fs::path& path, store::MatchId id) {
    return !store::MatchLock::take(path, id).has_value();
}

int show_status(const TournamentOptions& options) {
    const fs::path path = options.db.path();
    const auto tournaments =
        value_or_throw(store::TournamentStore::open(path, store::Access::kRead));
    const auto state = [&](const store::StoredTournament& stored) {
        return !stored.finished.empty()      ? "over"
               : is_running(path, stored.id) ? "running"
                                             : "stopped";
    };
    if (options.id.empty()) {
        Table table({{"id", true}, {"name", false, 1, 8}, {"begun"}, {"games", true}, {"state"}});
        for (const auto& stored : value_or_throw(tournaments->list())) {
            table.add({fmt::format("{}", stored.id.value), stored.name, stored.created,
                       fmt::format("{}", stored.games), state(stored)});
        }
        table.print(stdout);
        return 0;
    }
    const auto stored = find(options, *tournaments);
    const auto store = value_or_throw(store::Store::open(path, store::Access::kRead));
    const Tournament machine = value_or_throw(store::take_up(*store, stored));
    const tui::Style style(stdout);
    fmt::print("{}{}{}  tournament {}, {}, {} games of about {}\n", style.bold(), stored.name,
               style.off(), stored.id.value, state(stored), machine.games_played(),
               std::max(machine.games_known(), tournament::forecast(machine.spec()).games));
    if (machine.is_over()) {
        print_final(stdout, machine);
    } else {
        fmt::print("{}\n{}", machine.stages().back().spec.name,
                   stage_text(machine, 0, INT32_MAX, style));
    }
    return 0;
}

int stop(const TournamentOptions& options) {
    const auto tournaments = value_or_throw(store::TournamentStore::open(options.db.path()));
    const auto stored = find(options, *tournaments);
    if (!is_running(options.db.path(), stored.id)) {
        fmt::print("tournament {} is not running\n", stored.id.value);
        return 1;
    }
    throw_if_failed(tournaments->request_stop(stored.id));
    fmt::print("tournament {} ends after the games it is playing\n", stored.id.value);
    return 0;
}

int withdraw(const TournamentOptions& options) {
    const fs::path path = options.db.path();
    const auto tournaments = value_or_throw(store::TournamentStore::open(path));
    const auto stored = find(options, *tournaments);
    const auto lock = store::MatchLock::take(path, stored.id);
    if (!lock) {
        throw CommandError(fmt::format("{}: stop it first: ninefold tournament stop {}",
                                       lock.error().message, stored.id.value));
    }
    const auto store = value_or_throw(store::Store::open(path));
    const Tournament machine = value_or_throw(store::take_up(*store, stored));
    if (machine.is_over()) throw CommandError("the tournament is over");
    for (int i = 0; i < static_cast<int>(machine.spec().bots.size()); ++i) {
        if (machine.spec().bots[static_cast<std::size_t>(i)].name != options.bot) continue;
        using Kind = tournament::Absence::Kind;
        throw_if_failed(tournaments->add_absence(
            stored.id,
            {tournament::TeamId{i}, options.disqualify ? Kind::kDisqualified : Kind::kWithdrawn,
             machine.current_stage(), machine.current_wave(), options.reason}));
        fmt::print("{} is {} from {} on\n", options.bot,
                   options.disqualify ? "disqualified" : "withdrawn",
                   machine.stages().back().spec.name);
        return 0;
    }
    throw CommandError(
        fmt::format("tournament {} has no bot {}", stored.id.value, base::quoted(options.bot)));
}

void write_file(const std::string& path, const std::string& text) {
    write_text(path, text);
    if (path == "-") return;
    fmt::print(stderr, "wrote {} ({} KiB)\n", path, (text.size() + 1023) / 1024);
}

int write_report(const TournamentOptions& options) {
    const fs::path path = options.db.path();
    const auto tournaments =
        value_or_throw(store::TournamentStore::open(path, store::Access::kRead));
    const auto stored = find(options, *tournaments);
    const auto store = value_or_throw(store::Store::open(path, store::Access::kRead));
    const Tournament machine = value_or_throw(store::take_up(*store, stored));
    tournament::Report report(machine);
    report.id = store::to_text(stored.id);
    report.created = stored.created;
    report.finished = stored.finished;
    throw_if_failed(store->for_each({.match = stored.id, .order = store::Order::kByNumber},
                                    [&](store::GameId id, const record::GameRecord& game) {
                                        report.add(id.number, game);
                                        return true;
                                    }));
    const std::string base = fmt::format("tournament-{}", stored.id.value);
    const bool all = options.html.empty() && options.csv.empty() && options.json.empty();
    if (all || !options.html.empty()) {
        write_file(options.html.empty() ? base + ".html" : options.html, to_html(report));
    }
    if (all || !options.csv.empty()) {
        write_file(options.csv.empty() ? base + ".csv" : options.csv, to_csv(report));
    }
    if (all || !options.json.empty()) {
        write_file(options.json.empty() ? base + ".json" : options.json, to_json(report));
    }
    return 0;
}

int print_preset(const TournamentOptions& options) {
    fmt::print(
        "{}\n# The bots: files, built-in bots, patterns.\nbots = [\"bots/*.py\", \"random\"]\n",
        value_or_throw(tournament::find_preset(options.preset)).toml);
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
    part.add_flag("--go-on", options->go_on, "play although some bots will forfeit every game");
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
                                 "Go on with a tournament that was stopped", resume),
                        options);
    add_part(command, options, action, "status", "List tournaments, or show one", show_status);
    add_part(command, options, action, "stop", "End a running one after the games it plays", stop);
    CLI::App& out = add_part(command, options, action, "withdraw",
                             "Take a bot out of a stopped tournament", withdraw);
    CLI::App& report =
        add_part(command, options, action, "report",
                 "Write the standings and games as HTML, CSV and JSON", write_report);
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
