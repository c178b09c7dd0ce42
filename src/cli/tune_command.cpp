// SPDX-License-Identifier: MIT
#include "base/counted.h"
#include "base/foreign_text.h"
#include "base/parse_json.h"
#include "cli/match_options.h"
#include "protocol/ugi.h"
#include "tournament/tuning.h"
#include "tui/terminal.h"

namespace ninefold::cli {

namespace {

using tournament::Spsa;
using tournament::TunedOption;
using tournament::Tuning;

struct TuneOptions : MatchOptions {
    std::string bot;
    std::vector<std::string> tuned;
    int iterations = 1000, pairs = 1;
    AudienceOption audience;

    int games_a_step() const { return 2 * pairs; }
};

std::string source(const TuneOptions& options, const Spsa& spsa,
                   const std::vector<double>& values) {
    return value_or_throw(tournament::with_options(options.bot, spsa.options(), values));
}

Spsa make_spsa(const TuneOptions& options) {
    std::vector<TunedOption> tuned;
    for (const std::string& text : options.tuned) {
        auto option = value_or_throw(TunedOption::parse(text));
        for (const TunedOption& earlier : tuned) {
            if (!protocol::ugi::same_option(earlier.name, option.name)) continue;
            throw CommandError("--option {}: {} is tuned twice; each is named once",
                               base::quoted(text), option.name);
        }
        tuned.push_back(std::move(option));
    }
    return {std::move(tuned), options.iterations, options.seed};
}

/// The unfinished run of the same command, or a new one. Its specification is what all steps have
/// in common.
std::unique_ptr<store::KeptMatch> open_tuning(const TuneOptions& options, BotPair& bots,
                                              store::Store& store) {
    const arena::MatchSpec spec =
        options.spec("tune", bots, arena::MatchFormat::games(options.games_a_step()));
    bots.check_beginnings(spec, options.quiet);
    store::WantedMatch wanted = wanted_match(store::MatchKind::kTune, spec, bots);
    wanted.conditions["format"] =
        fmt::format("games={}", std::int64_t{options.games_a_step()} * options.iterations);
    wanted.conditions["tune"] = options.tuned;
    wanted.conditions["iterations"] = options.iterations;
    wanted.conditions["pairs"] = options.pairs;
    auto match = options.open(store, wanted);
    if (match->is_resumed() || options.restart) return match;
    const std::string note =
        value_or_throw(store::note_on_other_conditions(store, wanted, match->id()));
    if (!note.empty()) print_note(note);
    return match;
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
    options.bots.pair(source(options, spsa, least), source(options, spsa, most))
        .check_options(options.position.first_position());
    constexpr int kMost = 1'000'000'000;
    if (std::int64_t{options.games_a_step()} * options.iterations <= kMost) return;
    throw CommandError("{} of {} games are more than {} games",
                       base::counted(options.iterations, "iteration"), options.games_a_step(),
                       kMost);
}

void print_result(const TuneOptions& options, const Tuning& tuning, store::Store& store,
                  store::MatchId id) {
    fmt::print("after {} of {} games (match {}): {}\n", base::counted(tuning.done(), "iteration"),
               options.games_a_step(), store::to_text(id), tuning.values_text());
    print_forfeits(stdout, store, id, 3);
    fmt::print("test it: ninefold sprt '{}' '{}' --time {}\n",
               source(options, tuning.spsa(), tuning.spsa().values()), options.bot, options.time);
}

int run_tune(const TuneOptions& options) {
    Interruption interruption;
    throw_if_impossible(options);
    const auto store = options.open_store();
    BotPair bots = options.bots.pair_with_notes(options.bot, options.bot);
    const auto match = open_tuning(options, bots, *store);
    Tuning tuning(make_spsa(options), match->spec(), match->played());
    const Audience audience = options.audience.invite(store->path(), match->id(), "#/watch");
    const auto play = [&](arena::MatchSpec part, const Spsa::Trial& trial,
                          arena::EventSink& watch) {
        const BotPair pair = options.bots.pair(source(options, tuning.spsa(), trial.plus),
                                               source(options, tuning.spsa(), trial.minus));
        part.a_name = pair.a.name;
        part.b_name = pair.b.name;
        arena::Broadcaster sinks;
        sinks.add(*audience.sink);
        sinks.add(watch);
        const OwnedPlace where = options.place(*store, *match, pair);
        return match->play_part(part, where.place, sinks, interruption.token());
    };
    tui::ProgressLine progress(tui::ProgressLine::Elsewhere::kLines, options.quiet);
    while (tuning.done() < options.iterations && value_or_throw(tuning.step(play))) {
        progress.show([&] {
            const int forfeits = tuning.forfeits();
            return fmt::format("{}/{}  {}{}", tuning.done(), options.iterations,
                               tuning.values_text(),
                               forfeits == 0 ? "" : fmt::format("  forfeits {}", forfeits));
        });
    }
    progress.remove();
    const bool complete = tuning.done() == options.iterations;
    if (complete)
        throw_if_failed(match->finish(base::json_line({{"verdict", tuning.values_text()}})));
    print_result(options, tuning, *store, match->id());
    return complete ? 0 : say_resumable();
}

}  // namespace

void add_tune_command(Command& app) {
    auto [command, options] =
        app.add("tune", "Tune the numeric options of a bot by letting it play itself", run_tune);
    command
        .add_option(
            "BOT", options.bot,
            "a bot with options: built-in (mcts:sims=200), engine:…, a Python class with "
            "arguments (best_move:FILE.py#CLASS), or a bot of your own that declares UGI options")
        .required();
    command.add_option("-o,--option", options.tuned, "NAME=START,MIN,MAX[,STEP]; may be repeated")
        .required()
        .repeatable();
    command.add_option("-n,--iterations", options.iterations, "steps of the search (default 1000)")
        .range(1, 10'000'000);
    command.add_option("--pairs", options.pairs, "pairs of games a step (default 1)")
        .range(1, 10'000);
    options.add_trial_to(command);
    options.add_new_to(command, "run");
    command.add_flag("-q,--quiet", options.quiet, "no line while it runs");
    options.db.add_to(command);
    options.audience.add_to(command);
    options.cluster.add_to(command);
    options.bots.add_to(command);
    command.footer(R"(Every game is kept before it counts. Give the same command again to resume an
interrupted run.

Examples:
  ninefold tune mcts:sims=200 --option c=0.9,0.1,3.0 --time none -n 500
  ninefold tune best_move:alice.py#Alice --option depth=3,1,6 -n 100
  ninefold tune 'ugi:./mybot --fast' --option 'Margin=80,10,200' -t tc=10+0.1 -c 2)");
}

}  // namespace ninefold::cli
