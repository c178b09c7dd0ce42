// SPDX-License-Identifier: MIT
#include <unistd.h>

#include <map>

#include <nlohmann/json.hpp>

#include "arena/match.h"
#include "arena/match_spec_json.h"
#include "base/counted.h"
#include "base/foreign_text.h"
#include "cli/bot_options.h"
#include "cli/commands.h"
#include "cli/database_option.h"
#include "cli/forfeits.h"
#include "cli/match_view.h"
#include "cli/resumable_match.h"
#include "cli/trial_options.h"
#include "process/dialect.h"
#include "tournament/tuned_source.h"

namespace ninefold::cli {

namespace {

using Json = nlohmann::ordered_json;
using tournament::Spsa;
using tournament::TunedOption;

constexpr std::size_t kForfeitsShown = 3;

struct TuneOptions {
    std::string bot;
    std::vector<std::string> tuned;
    TrialOptions trial;
    int iterations = 1000, pairs = 1;
    bool restart = false, quiet = false;
    DatabaseOption db;
    BotOptions bots;
};

/// Listens to the games of one step and shows nothing. The match sends it one finished game at a
/// time.
class StepWatch final : public arena::EventSink {
public:
    explicit StepWatch(std::vector<arena::PlayedGame>& forfeits) : forfeits_(forfeits) {}

    void on_event(const arena::Event& event) override {
        const auto* ended = std::get_if<arena::GameEnded>(&event);
        if (ended == nullptr) return;
        watch_.add(*ended->record);
        if (!rules::is_forfeit(*ended->record->ending)) return;
        forfeits_.push_back(
            {ended->game, ended->a_is_x, *ended->record->ending, ended->record->winner});
    }
    bool wants_moves() const override { return false; }

    /// Nothing can be learnt from games that were never played.
    void throw_if_nothing_starts() const {
        if (watch_.games() == 0 || watch_.failed_starts() < watch_.games()) return;
        throw CommandError(
            fmt::format("no game could be played: {}; once that is fixed, --new begins without "
                        "these games",
                        watch_.first()));
    }

private:
    std::vector<arena::PlayedGame>& forfeits_;
    ForfeitWatch watch_;
};

std::string source(const TuneOptions& options, const Spsa& spsa,
                   const std::vector<double>& values) {
    return value_or_throw(tournament::with_options(options.bot, spsa.options(), values));
}

std::string values_text(const Spsa& spsa) {
    const std::vector<double> values = spsa.values();
    std::string text;
    for (std::size_t i = 0; i < values.size(); ++i) {
        text += fmt::format("{}{}={}", i > 0 ? "  " : "", spsa.options()[i].name,
                            spsa.options()[i].text(values[i]));
    }
    return text;
}

Spsa make_spsa(const TuneOptions& options) {
    std::vector<TunedOption> tuned;
    for (const std::string& text : options.tuned) {
        auto option = value_or_throw(TunedOption::parse(text));
        for (const TunedOption& earlier : tuned) {
            if (!process::same_option(earlier.name, option.name)) continue;
            throw CommandError(fmt::format("--option {}: {} is tuned twice; each is named once",
                                           base::quoted(text), option.name));
        }
        tuned.push_back(std::move(option));
    }
    return {std::move(tuned), options.iterations, options.trial.seed};
}

/// The unfinished run of the same command, or a new one. `spec` is what all steps have in common.
std::unique_ptr<store::KeptMatch> open_tuning(const TuneOptions& options,
                                              const arena::MatchSpec& spec, const BotPair& bots,
                                              store::Store& store) {
    store::WantedMatch wanted{.kind = store::MatchKind::kTune,
                              .spec = spec,
                              .a = bots.a,
                              .b = bots.b,
                              .conditions = arena::to_json(spec)};
    wanted.conditions["format"] = fmt::format("games={}", 2LL * options.pairs * options.iterations);
    wanted.conditions["tune"] = options.tuned;
    wanted.conditions["iterations"] = options.iterations;
    wanted.conditions["pairs"] = options.pairs;
    auto match = open_match(store, wanted, options.restart);
    if (match->is_resumed() || options.restart) return match;
    const std::string note =
        value_or_throw(store::note_on_other_conditions(store, wanted, match->id()));
    if (!note.empty()) fmt::print(stderr, "note: {}\n", note);
    return match;
}

/// The search for the best values as one match in the database, of which each step plays the next
/// part. Its state is its games: a resumed run replays what the kept games taught the run
/// before it, and plays the rest.
class Tuning {
public:
    Tuning(const TuneOptions& options, store::Store& store)
        : options_(options),
          spsa_(make_spsa(options)),
          store_(store),
          bots_(options.bots.resolve(options.bot, options.bot)),
          match_(open_tuning(options, options.trial.spec("tune", bots_, games_a_step()), bots_,
                             store)) {
        for (const arena::PlayedGame& game : match_->played()) {
            kept_[game.number / games_a_step()].push_back(game);
            if (rules::is_forfeit(game.ending)) forfeits_.push_back(game);
        }
        if (!options.quiet) print_notes(bots_);
    }

    /// Plays on until it is done or stopped; false where it was stopped.
    bool run(const std::stop_token& stop);
    void print_result() const;

private:
    int games_a_step() const { return 2 * options_.pairs; }
    std::optional<double> score(int step, const std::stop_token& stop);
    arena::Score play(int step, std::span<const arena::PlayedGame> kept,
                      const std::stop_token& stop);
    void show(bool live);
    std::string line() const;

    const TuneOptions& options_;
    Spsa spsa_;
    store::Store& store_;
    BotPair bots_;  ///< as the command names it; each step has its own
    std::unique_ptr<store::KeptMatch> match_;
    std::map<int, std::vector<arena::PlayedGame>> kept_;  ///< by an earlier run, of each step
    std::vector<arena::PlayedGame> forfeits_;
    int done_ = 0;  ///< steps
    ProgressPace pace_;
};

/// Of the copy that was moved up; has fewer games than a step where it was stopped.
arena::Score Tuning::play(int step, std::span<const arena::PlayedGame> kept,
                          const std::stop_token& stop) {
    const Spsa::Trial trial = spsa_.trial(step);
    const BotPair bots = options_.bots.pair(source(options_, spsa_, trial.plus),
                                            source(options_, spsa_, trial.minus));
    arena::MatchSpec spec = match_->spec();
    spec.a_name = bots.a.name();
    spec.b_name = bots.b.name();
    spec.first_game = step * games_a_step();
    StepWatch watch(forfeits_);
    arena::Match match(spec);
    match.resume(kept);
    const auto report = match.run({.maker = bots.maker(), .slots = options_.trial.concurrency},
                                  match_->keeper(), watch, stop);
    if (!report) throw CommandError(report.error().message);
    watch.throw_if_nothing_starts();
    return report->score;
}

/// Points of plus less those of minus, a game; nothing where it was stopped.
std::optional<double> Tuning::score(int step, const std::stop_token& stop) {
    const std::vector<arena::PlayedGame>& kept = kept_[step];
    arena::Score score;
    for (const arena::PlayedGame& game : kept)
        score.add(game.number % games_a_step(), game.result_of_a());
    if (score.games() < games_a_step()) score = play(step, kept, stop);
    kept_.erase(step);
    if (score.games() < games_a_step()) return std::nullopt;
    return (score.points_a() - score.points_b()) / score.games();
}

std::string Tuning::line() const {
    return fmt::format("{}/{}  {}{}", done_, options_.iterations, values_text(spsa_),
                       forfeits_.empty() ? std::string()
                                         : fmt::format("  forfeits {}", forfeits_.size()));
}

void Tuning::show(bool live) {
    if (live) fmt::print(stderr, "\r\033[K{}", line());
    else if (!options_.quiet && pace_.is_due()) fmt::print(stderr, "{}\n", line());
}

bool Tuning::run(const std::stop_token& stop) {
    const bool live = !options_.quiet && isatty(STDERR_FILENO) == 1;
    while (done_ < options_.iterations) {
        const auto points = score(done_, stop);
        if (!points) break;
        spsa_.learn(done_++, *points);
        show(live);
    }
    if (live) fmt::print(stderr, "\r\033[K");
    match_->keeper().flush();
    if (done_ < options_.iterations) return false;
    throw_if_failed(match_->finish(Json{{"verdict", values_text(spsa_)}}));
    return true;
}

void Tuning::print_result() const {
    fmt::print("after {} of {} games (match {}): {}\n", base::counted(done_, "iteration"),
               games_a_step(), store::to_text(match_->id()), values_text(spsa_));
    print_forfeits(stdout, store_, match_->id(), forfeits_, kForfeitsShown);
    fmt::print("test it: ninefold sprt '{}' '{}' --time {}\n",
               source(options_, spsa_, spsa_.values()), options_.bot, options_.trial.time);
}

/// Refuses what cannot be tuned before a match is made in the database. Game numbers limit the
/// games of a run.
void throw_if_impossible(const TuneOptions& options) {
    const Spsa spsa = make_spsa(options);
    std::vector<double> least, most;
    for (const TunedOption& option : spsa.options()) {
        least.push_back(option.min);
        most.push_back(option.max);
    }
    throw_if_options_refused(options.bots.pair(source(options, spsa, least),
                                               source(options, spsa, most)),
                             options.trial.position.first_position());
    constexpr int kMost = 1'000'000'000;
    if (2LL * options.pairs * options.iterations <= kMost) return;
    throw CommandError(fmt::format("{} of {} games are more than {} games",
                                   base::counted(options.iterations, "iteration"),
                                   2 * options.pairs, kMost));
}

int run_tune(const TuneOptions& options) {
    Interruption interruption;
    throw_if_impossible(options);
    const auto store = value_or_throw(store::Store::open(options.db.path()));
    Tuning tuning(options, *store);
    const bool complete = tuning.run(interruption.token());
    tuning.print_result();
    if (complete) return 0;
    fmt::print(stderr, "every finished game is kept; give the same command again to resume\n");
    return 1;
}

}  // namespace

void add_tune_command(Command& app) {
    auto options = std::make_shared<TuneOptions>();
    Command& command =
        app.add_subcommand("tune", "Tune the numeric options of a bot by letting it play itself");
    command
        .add_option(
            "BOT", options->bot,
            "a bot with options: built-in (mcts:sims=200), engine:…, a Python class with "
            "arguments (best_move:FILE.py#CLASS), or a bot of your own that declares UGI options")
        .required();
    command.add_option("-o,--option", options->tuned, "NAME=START,MIN,MAX[,STEP]; may be repeated")
        .required()
        .repeatable();
    command.add_option("-n,--iterations", options->iterations, "steps of the search (default 1000)")
        .range(1, 10'000'000);
    command.add_option("--pairs", options->pairs, "pairs of games a step (default 1)")
        .range(1, 10'000);
    options->trial.add_to(command);
    command.add_flag("--new", options->restart,
                     "start a new run even if the same one is unfinished");
    command.add_flag("-q,--quiet", options->quiet, "no line while it runs");
    options->db.add_to(command);
    options->bots.add_to(command);
    command.footer(
        "Every game is kept before it counts. Give the same command again to resume an\n"
        "interrupted run.\n\n"
        "Examples:\n"
        "  ninefold tune mcts:sims=200 --option c=0.9,0.1,3.0 --time none -n 500\n"
        "  ninefold tune best_move:alice.py#Alice --option depth=3,1,6 -n 100\n"
        "  ninefold tune 'ugi:./mybot --fast' --option 'Margin=80,10,200' -t tc=10+0.1 -c 2");
    command.runs([options] { return run_tune(*options); });
}

}  // namespace ninefold::cli
