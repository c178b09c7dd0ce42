// SPDX-License-Identifier: MIT
#include "arena/broadcaster.h"
#include "arena/contents_watch.h"
#include "base/counted.h"
#include "base/foreign_text.h"
#include "cli/commands.h"
#include "cli/tournament_command_view.h"
#include "cli/tournament_options.h"
#include "store/group_keeper.h"
#include "store/match_keeper.h"
#include "tournament/forecast.h"
#include "tournament/play_tournament.h"
#include "tournament/tournament_bots.h"
#include "tui/text_table.h"

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

std::string wall_text(const tournament::Forecast& plan, int slots) {
    if (!plan.longest || !plan.usual) {
        return "no time control is set: the wall time is what the bots take";
    }
    const auto words = [&](arena::Duration time) {
        return duration_words(std::chrono::duration<double>(time).count() / slots);
    };
    return fmt::format("wall time at most {}; {} if every bot uses all its time on every move of a "
                       "usual game",
                       words(*plan.longest), words(*plan.usual));
}

std::string games_text(const tournament::Forecast& plan) {
    if (plan.most_games == plan.games) return base::counted(plan.games, "game");
    return fmt::format("about {}, {} at the most", base::counted(plan.games, "game"),
                       plan.most_games);
}

int print_plan(const TournamentSpec& spec) {
    const tournament::Forecast plan = tournament::forecast(spec);
    tui::TextTable table({{"stage", false, 1, 6},
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
    fmt::print("{}, {} at a time\n", games_text(plan), spec.concurrency);
    fmt::print("{}\n\n", wall_text(plan, spec.concurrency));
    Tournament machine(spec);
    const tournament::StageRun& first = machine.stages().front();
    tui::TextTable schedule({{"game", true}, {"where"}, {"X", false, 1, 8}, {"O", false, 1, 8}});
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

/// Refuses to go on with other bots than the games so far were played with, unless the organiser
/// wants just that.
void check_contents(const store::StoredTournament& stored,
                    const std::map<std::string, std::string>& contents, bool go_on) {
    const std::vector<std::string> changed = stored.changed(contents);
    if (changed.empty() || stored.games == 0) return;
    if (!go_on) {
        throw CommandError(fmt::format(
            "tournament {} has played {} with other contents of {}, changed since; bring "
            "them back, begin anew ('ninefold tournament run … --new'), or play the rest with the "
            "new contents (--go-on), which the report then says",
            stored.id.value, base::counted(stored.games, "game"), fmt::join(changed, ", ")));
    }
    const tui::Style style(stderr);
    fmt::print(stderr, "{}note:{} from now on the games are played with the new contents of {}\n",
               style.yellow(), style.off(), fmt::join(changed, ", "));
}

/// What was found out about the bots before the first game.
struct Admission {
    std::map<std::size_t, std::string> forfeits{};
    std::map<std::string, std::string> contents{};
};

/// `stored` is null where the tournament is yet to begin.
Admission admit(const TournamentOptions& options, const TournamentBots& bots,
                const store::StoredTournament* stored) {
    Admission admission{{}, bots.contents()};
    if (stored != nullptr) check_contents(*stored, admission.contents, options.go_on);
    admission.forfeits = check_bots(bots, options.go_on || (stored != nullptr && stored->goes_on));
    return admission;
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
base::Result<void> run_games(const TournamentOptions& options, const TournamentBots& bots,
                             const std::map<std::size_t, std::string>& forfeits,
                             const store::StoredTournament& stored, Tournament& machine,
                             arena::GameKeeper& keeper, arena::EventSink& sink, int concurrency,
                             const std::function<bool()>& drain, std::stop_token stop) {
    if (machine.is_over()) return {};
    if (!options.cluster.is_wanted()) {
        return tournament::play_tournament(machine, {.maker = bots.maker(), .slots = concurrency},
                                           keeper, sink, stop, drain);
    }
    const auto venue = options.cluster.open({options.db.path(), stored.id, stored.created,
                                             options.bots.rules(), machine.spec().proof()},
                                            bots.sources(forfeits));
    auto run =
        tournament::play_tournament(machine,
                                    {.venue = venue.get(),
                                     .slots = options.cluster.games_out(options.concurrency)},
                                    keeper, sink, stop, drain);
    if (machine.is_over()) venue->finish();
    return run;
}

store::MatchId begin(const TournamentOptions& options, const TournamentSpec& spec,
                     store::TournamentStore& tournaments) {
    return value_or_throw(options.anew ? tournaments.create(spec)
                                       : tournaments.find_or_create(spec))
        .id;
}

/// Plays the tournament with this number and specification, or begins one.
int play(const TournamentOptions& options, const TournamentSpec& spec,
         const std::optional<store::MatchId>& known, int concurrency,
         const Interruption& interruption) {
    const fs::path path = options.db.path();
    const TournamentBots bots(spec, options.bots.rules());
    Admission admission;
    // Before anything is kept: a tournament that is refused was never begun.
    if (!known) admission = admit(options, bots, nullptr);
    const auto store = value_or_throw(store::Store::open(path));
    const auto tournaments = value_or_throw(store::TournamentStore::open(path));
    const store::MatchId id = known ? *known : begin(options, spec, *tournaments);
    if (!options.quiet) {
        fmt::print(stderr, "{} tournament {}\n", known ? "resuming" : "beginning", id.value);
    }
    const auto keeper = value_or_throw(store::MatchKeeper::open(*store, id));
    const auto stored = value_or_throw(tournaments->load(id));
    Tournament machine = value_or_throw(store::take_up(*store, stored));
    if (!machine.is_over()) {
        if (known) admission = admit(options, bots, &stored);
        throw_if_failed(tournaments->add_contents(id, admission.contents));
        if (options.go_on) throw_if_failed(tournaments->set_goes_on(id));
    }
    store::GroupKeeper groups(*tournaments, id, machine);
    throw_if_failed(groups.keep());
    throw_if_failed(tournaments->clear_stop(id));
    Audience audience = options.audience.invite(path, id, fmt::format("#/tournament/{}", id.value));
    arena::Broadcaster broadcaster;
    audience.join(broadcaster);
    broadcaster.add(groups);
    // Workers of a cluster play the files that were sent when it began.
    const bool is_here = !options.cluster.is_wanted();
    arena::ContentsWatch watch(is_here ? bots.files() : std::vector<std::filesystem::path>{},
                               [&, id](int) {
                                   // Where it cannot be noted now, 'resume' still sees the change.
                                   const auto now = store::TournamentStore::open(path);
                                   if (now) (void)(*now)->add_contents(id, bots.contents());
                               });
    broadcaster.add(watch);
    TournamentView view(stderr, options.quiet, machine, tournament::forecast(machine.spec()).games);
    broadcaster.add(view);
    const auto drain = [&groups, asked = stop_request(*tournaments, id)] {
        return !groups.result() || asked();
    };
    const auto run = run_games(options, bots, admission.forfeits, stored, machine, *keeper,
                               broadcaster, concurrency, drain, interruption.token());
    view.finish();
    keeper->flush();
    throw_if_failed(run);
    throw_if_failed(groups.result());
    if (machine.is_over()) {
        throw_if_failed(store->finish_match(id, "{}"));
    }
    print_final(stdout, machine);
    if (machine.is_over()) {
        fmt::print(stderr, "'ninefold tournament report {}' writes the report\n", id.value);
        return 0;
    }
    fmt::print(stderr,
               "stopped after {}, all of them kept; 'ninefold tournament resume {}' goes on\n",
               base::counted(machine.games_played(), "game"), id.value);
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
    std::optional<store::MatchId> known;
    if (!options.anew) {
        const auto tournaments = value_or_throw(store::TournamentStore::open(options.db.path()));
        known = value_or_throw(tournaments->find(spec));
    }
    return play(options, spec, known, spec.concurrency, interruption);
}

int resume_tournament(const TournamentOptions& options) {
    Interruption interruption;
    const auto stored = [&] {
        const auto tournaments = value_or_throw(store::TournamentStore::open(options.db.path()));
        return find_tournament(options, *tournaments);
    }();
    const TournamentSpec spec = value_or_throw(
        tournament::parse_spec(stored.spec, "/", fmt::format("tournament {}", stored.id.value)));
    return play(options, spec, stored.id, std::max(1, options.concurrency), interruption);
}

}  // namespace ninefold::cli
