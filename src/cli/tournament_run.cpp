// SPDX-License-Identifier: MIT
#include "arena/events.h"
#include "base/counted.h"
#include "base/foreign_text.h"
#include "base/notice.h"
#include "cli/tournament_command.h"
#include "store/kept_tournament.h"
#include "tournament/forecast.h"
#include "tournament/tournament_bots.h"
#include "tui/fitted_text.h"
#include "tui/match_view.h"
#include "tui/tournament_view.h"

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
            throw CommandError("{}: write such a bot into a file", base::quoted(word));
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
    const auto words = [&](tournament::Forecast::Seconds time) {
        return tui::duration_words(time.count() / slots);
    };
    return fmt::format("wall time at most {}; {} if every bot uses all its time on every move of a "
                       "usual game",
                       words(*plan.longest), words(*plan.usual));
}

int print_plan(const TournamentSpec& spec) {
    const tournament::Forecast plan = tournament::forecast(spec);
    tui::TextTable table({{"stage", false, 1, 6},
                          {"type"},
                          {"bots", true},
                          {"waves", true},
                          {"meetings", true},
                          {"games", true}});
    for (const tournament::StageRun& run : plan.played.stages()) {
        table.row(run.spec.name, name(run.spec.type), run.entrants.size(), run.waves(),
                  run.meetings.size(), run.games_played());
    }
    table.print(stdout);
    const std::string games = base::counted(plan.games, "game");
    if (plan.most_games == plan.games) fmt::print("{}", games);
    else fmt::print("about {}, at most {}", games, plan.most_games);
    fmt::print(", {} at a time\n", spec.concurrency);
    fmt::print("{}\n\n", wall_text(plan, spec.concurrency));
    Tournament machine(spec);
    const tournament::StageRun& first = machine.stages().front();
    tui::TextTable schedule({{"game", true}, {"where"}, {"X", false, 1, 8}, {"O", false, 1, 8}});
    for (const tournament::GameTask& task : machine.take_new_games()) {
        const auto& pairing = first.meetings[static_cast<std::size_t>(task.meeting)].pairing;
        schedule.row(task.number, first.stage->label(pairing), spec.bot(task.x).name,
                     spec.bot(task.o).name);
    }
    schedule.print(stdout);
    fmt::print("Later pairings depend on results.\n");
    return 0;
}

/// Says who would forfeit; an organiser who wants to play all the same says so.
std::map<std::size_t, std::string> check_bots(const TournamentBots& bots,
                                              bool continue_despite_changes) {
    for (const std::string& note : bots.notes()) print_note(note);
    const pictures::TextStyle style(stderr);
    auto forfeits = bots.find_forfeits();
    for (const auto& [bot, sentence] : forfeits) {
        base::notice("{} {}\n", style.red("would forfeit:"), base::safe_lines(sentence));
    }
    if (!forfeits.empty() && !continue_despite_changes) {
        const bool one = forfeits.size() == 1;
        throw CommandError(
            "{} would forfeit every game; fix {}, or play with --continue-despite-changes",
            one ? "one bot" : fmt::format("{} bots", forfeits.size()), one ? "it" : "them");
    }
    return forfeits;
}

/// Refuses to continue with other bots than the games so far were played with, unless the organiser
/// wants just that.
void check_contents(const store::KeptTournament& kept, const TournamentBots& bots,
                    bool continue_despite_changes) {
    const std::vector<std::string> changed = kept.stored().changed(bots.contents());
    if (changed.empty()) return;
    if (!continue_despite_changes) {
        throw CommandError(
            "tournament {} has played {} with other contents of {}, changed since; bring "
            "them back, start again ('ninefold tournament run … --new'), or play the rest with the "
            "new contents (--continue-despite-changes), which the report then says",
            kept.id().value, base::counted(kept.stored().games, "game"), fmt::join(changed, ", "));
    }
    print_note(fmt::format("from now on the games are played with the new contents of {}",
                           fmt::join(changed, ", ")));
}

store::MatchId begin(const TournamentOptions& options, const TournamentSpec& spec) {
    const auto store = options.open();
    store::TournamentStore tournaments(*store);
    return value_or_throw(options.restart ? tournaments.create(spec)
                                          : tournaments.find_or_create(spec))
        .id;
}

/// Shows the games as they are played, and plays them.
void play_on(const TournamentOptions& options, const TournamentBots& bots,
             const std::map<std::size_t, std::string>& forfeits, store::KeptTournament& kept,
             int concurrency, const Interruption& interruption) {
    const Audience audience =
        options.audience.invite(options.db.path(), kept.id(),
                                fmt::format("#/tournament/{}", kept.id().value));
    arena::Broadcaster broadcaster;
    broadcaster.add(*audience.sink);
    tui::TournamentView view(options.quiet, kept.machine());
    broadcaster.add(view);
    const OwnedPlace where =
        options.cluster.place({.maker = bots.maker(), .slots = concurrency},
                              {options.db.path(), kept.id(), kept.stored().date,
                               options.bots.rules(), options.concurrency},
                              bots.sources(forfeits));
    const auto played = kept.play(bots, where.place, broadcaster, interruption.token());
    view.finish();
    throw_if_failed(played);
}

/// Plays the tournament with this number and specification, or begins one.
int play(const TournamentOptions& options, const TournamentSpec& spec,
         const std::optional<store::MatchId>& known, int concurrency,
         const Interruption& interruption) {
    const TournamentBots bots(spec, options.bots.rules());
    std::map<std::size_t, std::string> forfeits;
    // Before anything is kept: a tournament that is refused was never begun.
    if (!known) forfeits = check_bots(bots, options.continue_despite_changes);
    const store::MatchId id = known ? *known : begin(options, spec);
    if (!options.quiet) {
        base::notice("{} tournament {}\n", known ? "resuming" : "beginning", id.value);
    }
    const auto store = options.open();
    const auto kept = value_or_throw(store::KeptTournament::open(*store, id));
    const Tournament& machine = kept->machine();
    if (!machine.is_over()) {
        if (known) {
            check_contents(*kept, bots, options.continue_despite_changes);
            forfeits = check_bots(bots, options.continue_despite_changes ||
                                            kept->stored().forfeits_allowed);
        }
        if (options.continue_despite_changes) throw_if_failed(kept->allow_forfeits());
    }
    play_on(options, bots, forfeits, *kept, concurrency, interruption);
    tui::print_final(stdout, machine);
    if (machine.is_over()) {
        base::notice("'ninefold tournament report {}' writes the report\n", id.value);
        return 0;
    }
    base::notice(
        "stopped after {}, all of them kept; resume with 'ninefold tournament resume {}'\n",
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
    if (!options.restart)
        known = value_or_throw(store::TournamentStore(*options.open()).find(spec));
    return play(options, spec, known, spec.concurrency, interruption);
}

int resume_tournament(const TournamentOptions& options) {
    Interruption interruption;
    const auto stored = find_tournament(options.id, *options.open());
    const TournamentSpec spec = value_or_throw(stored.parsed_spec(arena::OpeningLines::kRead));
    return play(options, spec, stored.id, std::max(1, options.concurrency), interruption);
}

}  // namespace ninefold::cli
