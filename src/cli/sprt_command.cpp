// SPDX-License-Identifier: MIT
#include <unistd.h>
#include <nlohmann/json.hpp>

#include "arena/match.h"
#include "arena/match_spec_json.h"
#include "cli/bot_options.h"
#include "cli/cluster_option.h"
#include "cli/commands.h"
#include "cli/database_option.h"
#include "cli/forfeits.h"
#include "cli/match_view.h"
#include "cli/resumable_match.h"
#include "cli/trial_options.h"
#include "cli/variety.h"
#include "tournament/sprt.h"

namespace ninefold::cli {

namespace {

using Json = nlohmann::ordered_json;
using tournament::SprtVerdict;

constexpr std::size_t kForfeitsShown = 3;

struct SprtOptions {
    std::string a, b;
    tournament::SprtBounds bounds;
    TrialOptions trial;
    int most_pairs = 100'000;
    bool restart = false, quiet = false;
    DatabaseOption db;
    BotOptions bots;
    ClusterOption cluster;
};

/// Counts pairs, shows the ratio in one line, and stops the match when it is decided.
class SprtWatch final : public arena::EventSink {
public:
    SprtWatch(const SprtOptions& options, std::stop_source& decided)
        : options_(options),
          decided_(decided),
          live_(!options.quiet && isatty(STDERR_FILENO) == 1) {}

    void count(const arena::PlayedGame& game) {
        score_.add(game.number, game.result_of_a());
        if (rules::is_forfeit(game.ending)) forfeits_.push_back(game);
        const auto pairs = score_.pentanomial();
        llr_ = tournament::log_likelihood_ratio(pairs, options_.bounds);
        if (tournament::judge(llr_, options_.bounds) != SprtVerdict::kGoOn) decided_.request_stop();
    }
    void on_event(const arena::Event& event) override {
        const auto* ended = std::get_if<arena::GameEnded>(&event);
        // Once it is decided, games that were still running no longer count.
        if (ended == nullptr || decided_.stop_requested()) return;
        count({ended->game, ended->a_is_x, *ended->record->ending, ended->record->winner});
        watch_.add(*ended->record);
        if (watch_.keeps_failing_to_start()) decided_.request_stop();
        if (live_) fmt::print(stderr, "\r\033[K\033[?7l{}\033[?7h", line());
        else if (!options_.quiet && pace_.is_due()) fmt::print(stderr, "{}\n", line());
    }
    bool wants_moves() const override { return false; }

    std::string line() const {
        const auto pairs = score_.pentanomial();
        return fmt::format(
            "LLR {:+.2f} ({:.2f}, {:.2f}) [{}, {}]  games {}  +{} ={} -{}  pairs {}  Elo {}{}",
            llr_, options_.bounds.lower(), options_.bounds.upper(), options_.bounds.elo0,
            options_.bounds.elo1, score_.games(), score_.wins(), score_.draws(), score_.losses(),
            fmt::join(pairs, " "), elo_text(score_.elo()),
            in_progress_ && !forfeits_.empty() ? fmt::format("  forfeits {}", forfeits_.size())
                                               : "");
    }
    /// From here on line() is the last word, and forfeits are reported beside it.
    void finish() {
        if (live_) fmt::print(stderr, "\r\033[K");
        in_progress_ = false;
    }
    const std::vector<arena::PlayedGame>& forfeits() const { return forfeits_; }
    /// Games that were never played decide nothing.
    void throw_if_nothing_starts() {
        if (!watch_.keeps_failing_to_start()) return;
        finish();
        throw CommandError(
            fmt::format("stopped, because {} games in a row could not be started: {}; once that "
                        "is fixed, --new begins without these games",
                        ForfeitWatch::kMostInARow, watch_.first()));
    }
    SprtVerdict verdict() const { return tournament::judge(llr_, options_.bounds); }

private:
    const SprtOptions& options_;
    std::stop_source& decided_;
    bool live_, in_progress_ = true;
    ProgressPace pace_;
    arena::Score score_;
    std::vector<arena::PlayedGame> forfeits_;
    ForfeitWatch watch_;
    double llr_ = 0;
};

/// How many pairs are played at the most decides nothing.
Json conditions(const SprtOptions& options, const arena::MatchSpec& spec) {
    Json json = arena::to_json(spec);
    json.erase("format");
    json["sprt"] = {options.bounds.elo0, options.bounds.elo1, options.bounds.alpha,
                    options.bounds.beta};
    return json;
}

int report(const SprtWatch& watch, const SprtOptions& options, const BotPair& bots) {
    switch (watch.verdict()) {
        case SprtVerdict::kElo1:
            fmt::print("accepted: {} is stronger than {} by {} Elo or more rather than by {} or "
                       "less\n",
                       bots.a.name(), bots.b.name(), options.bounds.elo1, options.bounds.elo0);
            return 0;
        case SprtVerdict::kElo0:
            fmt::print("rejected: the difference is {} Elo or less rather than {} or more\n",
                       options.bounds.elo0, options.bounds.elo1);
            return 1;
        case SprtVerdict::kGoOn: break;
    }
    fmt::print("not decided; give the same command again to resume\n");
    return 1;
}

int run_sprt(const SprtOptions& options) {
    if (!(options.bounds.elo0 < options.bounds.elo1))
        throw CommandError("--elo0 must be below --elo1");
    Interruption interruption;
    BotPair bots = options.bots.resolve(options.a, options.b);
    const arena::MatchSpec spec = options.trial.spec("SPRT", bots, 2 * options.most_pairs);
    if (!options.quiet) print_notes(bots);
    throw_if_options_refused(bots, spec.start);
    const auto store = value_or_throw(store::Store::open(options.db.path()));
    const auto match = open_match(*store,
                                  {.kind = store::MatchKind::kSprt,
                                   .spec = spec,
                                   .a = bots.a,
                                   .b = bots.b,
                                   .conditions = conditions(options, spec)},
                                  options.restart);
    std::stop_source decided;
    const std::stop_callback forward(interruption.token(), [&] { decided.request_stop(); });
    SprtWatch watch(options, decided);
    for (const arena::PlayedGame& game : match->played()) watch.count(game);
    if (watch.verdict() == SprtVerdict::kGoOn) {
        const MatchPlace place(options.cluster, *store, *match, bots, options.bots.rules());
        const arena::GamePlace where = place.place(options.trial.concurrency);
        const auto result = match->play(where, watch, decided.get_token());
        watch.throw_if_nothing_starts();
        if (!result) throw CommandError(result.error().message);
        if (watch.verdict() != SprtVerdict::kGoOn && where.venue != nullptr) where.venue->finish();
    }
    watch.finish();
    if (watch.verdict() != SprtVerdict::kGoOn) {
        throw_if_failed(match->finish(Json{{"verdict", watch.line()}}));
    }
    fmt::print("{}\n", watch.line());
    print_forfeits(stdout, *store, match->id(), watch.forfeits(), kForfeitsShown);
    print_variety(stdout, *store, match->id(), spec.openings);
    return report(watch, options, bots);
}

}  // namespace

void add_sprt_command(Command& app) {
    auto options = std::make_shared<SprtOptions>();
    Command& command =
        app.add_subcommand("sprt",
                           "Test with as few games as possible whether one bot is stronger");
    command.add_option("BOT_A", options->a, "the bot that is thought to be stronger").required();
    command.add_option("BOT_B", options->b, "the other one").required();
    command.add_option("--elo0", options->bounds.elo0, "difference to be refuted (default 0)");
    command.add_option("--elo1", options->bounds.elo1, "difference to be shown (default 5)");
    command
        .add_option("--alpha", options->bounds.alpha,
                    "probability of accepting wrongly (default 0.05)")
        .range(0.0001, 0.4999);
    command
        .add_option("--beta", options->bounds.beta,
                    "probability of rejecting wrongly (default 0.05)")
        .range(0.0001, 0.4999);
    options->trial.add_to(command);
    command.add_option("--time-b", options->trial.time_b,
                       "time control of BOT_B, where it is not that of BOT_A (time odds)");
    command.add_option("--pairs", options->most_pairs, "the most pairs (default 100000)")
        .range(1, 10'000'000);
    command.add_flag("--new", options->restart,
                     "start a new test even if the same one is unfinished");
    command.add_flag("-q,--quiet", options->quiet, "no line while it runs");
    options->db.add_to(command);
    options->cluster.add_to(command);
    options->bots.add_to(command);
    command.footer(
        "Exit code 0: accepted; 1: rejected or not decided; 2: it cannot be played, as when a bot\n"
        "fails to start in several games in a row. Games are played in pairs, the same opening "
        "with\n"
        "sides swapped, and counted by pairs (docs/matches.md). Every game is kept before it\n"
        "counts. Give the same command again to resume an interrupted test.\n\n"
        "Examples:\n"
        "  ninefold sprt mcts:sims=400 mcts:sims=200 --elo1 50 --time none -c 2\n"
        "  ninefold sprt 'ugi:./mybot --new' 'ugi:./mybot' --elo1 10 --openings balanced");
    command.runs([options] { return run_sprt(*options); });
}

}  // namespace ninefold::cli
