// SPDX-License-Identifier: MIT
#include "arena/broadcaster.h"
#include "base/foreign_text.h"
#include "cli/command_error.h"
#include "cli/interruption.h"
#include "cli/table.h"
#include "cli/tournament_command_view.h"
#include "cli/tournament_options.h"
#include "store/match_keeper.h"
#include "tournament/forecast.h"
#include "tournament/tournament_bots.h"

namespace ninefold::cli {

namespace {

namespace fs = std::filesystem;
using tournament::Tournament;
using tournament::TournamentBots;
using tournament::TournamentSpec;

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
        const bool one = forfeits.size() == 1;
        throw CommandError(fmt::format("{} would forfeit every game; mend {}, or play with --go-on",
                                       one ? "one bot" : fmt::format("{} bots", forfeits.size()),
                                       one ? "it" : "them"));
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

std::optional<arena::ProofBudget> proof_budget(const TournamentSpec& spec) {
    if (!arena::by_proof(spec.adjudicate)) return std::nullopt;
    return arena::ProofBudget{};
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
    const auto venue = options.cluster.open({options.db.path(), stored.id, stored.created,
                                             options.bots.rules(), proof_budget(machine.spec())},
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

}  // namespace

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

int resume_tournament(const TournamentOptions& options) {
    Interruption interruption;
    const auto tournaments = value_or_throw(store::TournamentStore::open(options.db.path()));
    const auto stored = find_tournament(options, *tournaments);
    return play(options, stored.id, std::max(1, options.concurrency), interruption);
}

}  // namespace ninefold::cli
