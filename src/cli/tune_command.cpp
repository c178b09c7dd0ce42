// SPDX-License-Identifier: MIT
#include <unistd.h>
#include <CLI/CLI.hpp>

#include "arena/match.h"
#include "cli/bot_options.h"
#include "cli/command_error.h"
#include "cli/commands.h"
#include "cli/forfeits.h"
#include "cli/interruption.h"
#include "cli/position_options.h"
#include "tournament/tuned_source.h"

namespace ninefold::cli {

namespace {

using tournament::Spsa;
using tournament::TunedOption;

struct TuneOptions {
    std::string bot;
    std::vector<std::string> tuned;
    std::string time = "move=100ms", openings = "random:4";
    int iterations = 1000, pairs = 1, concurrency = 1;
    std::uint64_t seed = 1;
    bool quiet = false;
    PositionOptions position;
    BotOptions bots;
};

/// Listens for forfeits and shows nothing. The match sends it one finished game at a time.
class TuneWatch final : public arena::EventSink {
public:
    void on_event(const arena::Event& event) override {
        if (const auto* ended = std::get_if<arena::GameEnded>(&event)) watch_.add(*ended->record);
    }
    bool wants_moves() const override { return false; }

    /// Nothing can be learnt from games that were never played.
    void throw_if_nothing_starts() const {
        if (watch_.failed_starts() < watch_.games()) return;
        throw CommandError(fmt::format("no game could be played: {}", watch_.first()));
    }
    std::string text() const {
        return watch_.forfeits() == 0
                   ? ""
                   : fmt::format("forfeits {} of {} games; the first: {}\n", watch_.forfeits(),
                                 watch_.games(), watch_.first());
    }
    int forfeits() const { return watch_.forfeits(); }

private:
    ForfeitWatch watch_;
};

std::string source(const TuneOptions& options, const Spsa& spsa,
                   const std::vector<double>& values) {
    return value_or_throw(tournament::with_options(options.bot, spsa.options(), values));
}

std::string values_text(const Spsa& spsa, const std::vector<double>& values) {
    std::string text;
    for (std::size_t i = 0; i < values.size(); ++i) {
        text += fmt::format("{}{}={}", i > 0 ? "  " : "", spsa.options()[i].name,
                            spsa.options()[i].text(values[i]));
    }
    return text;
}

/// Points of plus less those of minus, a game; nothing where it was stopped.
std::optional<double> play(const TuneOptions& options, const Spsa& spsa, int iteration,
                           TuneWatch& watch, const std::stop_token& stop) {
    const Spsa::Trial trial = spsa.trial(iteration);
    const BotPair bots =
        options.bots.resolve(source(options, spsa, trial.plus), source(options, spsa, trial.minus));
    arena::MatchSpec spec;
    spec.start = options.position.position();
    spec.time_control = value_or_throw(arena::parse_time_control(options.time));
    spec.openings = value_or_throw(arena::Openings::parse(options.openings, spec.start));
    spec.format = arena::MatchFormat::games(2 * options.pairs);
    spec.seed = options.seed + static_cast<std::uint64_t>(iteration);
    arena::ForgetfulKeeper keeper;
    arena::Match match(spec, bots.factory_a(), bots.factory_b(), keeper, watch,
                       options.concurrency);
    const auto report = match.run(stop);
    if (!report) throw CommandError(report.error().message);
    if (!report->complete) return std::nullopt;
    return (report->score.points_a() - report->score.points_b()) / report->score.games();
}

int run_tune(const TuneOptions& options) {
    Interruption interruption;
    std::vector<TunedOption> tuned;
    for (const std::string& text : options.tuned)
        tuned.push_back(value_or_throw(TunedOption::parse(text)));
    Spsa spsa(std::move(tuned), options.iterations, options.seed);
    const bool live = !options.quiet && isatty(STDERR_FILENO) == 1;
    TuneWatch watch;
    int done = 0;
    for (; done < options.iterations; ++done) {
        const auto score = play(options, spsa, done, watch, interruption.token());
        if (!score) break;
        if (done == 0) watch.throw_if_nothing_starts();
        spsa.learn(done, *score);
        if (live) {
            fmt::print(stderr, "\r\033[K{}/{}  {}{}", done + 1, options.iterations,
                       values_text(spsa, spsa.values()),
                       watch.forfeits() > 0 ? fmt::format("  forfeits {}", watch.forfeits()) : "");
        }
    }
    if (live) fmt::print(stderr, "\r\033[K");
    fmt::print("after {} iterations of {} games: {}\n", done, 2 * options.pairs,
               values_text(spsa, spsa.values()));
    fmt::print("{}test it: ninefold sprt '{}' '{}' --time {}\n", watch.text(),
               source(options, spsa, spsa.values()), options.bot, options.time);
    return done == options.iterations ? 0 : 1;
}

}  // namespace

void add_tune_command(CLI::App& app, Action& action) {
    auto options = std::make_shared<TuneOptions>();
    CLI::App& command =
        *app.add_subcommand("tune", "Tune the numeric options of a bot by letting it play itself");
    command
        .add_option(
            "BOT", options->bot,
            "a bot with options: built-in (mcts:sims=200), engine:…, or a Python class with "
            "arguments (best_move:FILE.py#CLASS)")
        ->required();
    command.add_option("-o,--option", options->tuned, "NAME=START,MIN,MAX[,STEP]; may be repeated")
        ->required()
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    command
        .add_option("-n,--iterations", options->iterations, "steps of the search (default 1000)")
        ->check(CLI::Range(1, 10'000'000));
    command.add_option("--pairs", options->pairs, "pairs of games a step (default 1)")
        ->check(CLI::Range(1, 10'000));
    command.add_option("-t,--time", options->time, "time control (default move=100ms)");
    command.add_option("--openings", options->openings,
                       std::string(arena::Openings::kForms) +
                           "; where pairs begin (default random:4)");
    command
        .add_option("-c,--concurrency", options->concurrency, "games at the same time (default 1)")
        ->check(CLI::Range(1, 1024));
    command.add_option("--seed", options->seed, "of everything random (default 1)");
    command.add_flag("-q,--quiet", options->quiet, "no line while it runs");
    options->position.add_to(command);
    options->bots.add_to(command);
    command.footer("Examples:\n"
                   "  ninefold tune mcts:sims=200 --option c=0.9,0.1,3.0 --time none -n 500\n"
                   "  ninefold tune best_move:alice.py#Alice --option depth=3,1,6 -n 100");
    command.callback([options, &action] { action = [options] { return run_tune(*options); }; });
}

}  // namespace ninefold::cli
