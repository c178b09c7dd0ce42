// SPDX-License-Identifier: MIT
#include <algorithm>

#include "arena/forfeit_watch.h"
#include "base/parse_json.h"
#include "cli/match_options.h"
#include "tournament/sprt.h"
#include "tui/match_view.h"

namespace ninefold::cli {

namespace {

using tournament::SprtVerdict;

struct SprtOptions : MatchOptions {
    std::string a, b;
    tournament::SprtBounds bounds;
    int most_pairs = 100'000;
};

/// Counts pairs, shows the ratio in one line, and stops the match when it is decided.
class SprtWatch final : public arena::GameEndSink {
public:
    SprtWatch(const SprtOptions& options, std::stop_source& decided)
        : bounds_(options.bounds),
          decided_(decided),
          progress_(tui::ProgressLine::Elsewhere::kLines, options.quiet) {}

    /// The first verdict stands: games that come after it no longer count.
    void count(const arena::PlayedGame& game) {
        if (verdict() != SprtVerdict::kContinue) return;
        score_.add(game.number, game.result_of_a());
        forfeits_ += rules::is_forfeit(game.ending);
        llr_ = tournament::log_likelihood_ratio(score_.pentanomial(), bounds_);
        if (verdict() != SprtVerdict::kContinue) decided_.request_stop();
    }
    void on_end(const arena::GameEnded& game) override {
        if (decided_.stop_requested()) return;
        count(tui::played_game(game));
        watch_.add(*game.record);
        if (watch_.keeps_failing_to_start()) decided_.request_stop();
        progress_.show([this] {
            return forfeits_ == 0 ? line() : fmt::format("{}  forfeits {}", line(), forfeits_);
        });
    }

    std::string line() const {
        return fmt::format(
            "LLR {:+.2f} ({:.2f}, {:.2f}) [{}, {}]  games {}  +{} ={} -{}  pairs {}  Elo {}", llr_,
            bounds_.lower(), bounds_.upper(), bounds_.elo0, bounds_.elo1, score_.games(),
            score_.wins(), score_.draws(), score_.losses(), fmt::join(score_.pentanomial(), " "),
            tui::elo_text(score_.elo()));
    }
    void finish() { progress_.remove(); }
    /// Games that were never played decide nothing.
    void throw_if_nothing_starts() {
        if (!watch_.keeps_failing_to_start()) return;
        finish();
        throw CommandError("stopped, because {} games in a row could not be started: {}; once that "
                           "is fixed, --new begins without these games",
                           arena::ForfeitWatch::kMostInARow, watch_.first());
    }
    SprtVerdict verdict() const { return tournament::judge(llr_, bounds_); }

private:
    const tournament::SprtBounds& bounds_;
    std::stop_source& decided_;
    tui::ProgressLine progress_;
    arena::Score score_;
    int forfeits_ = 0;
    arena::ForfeitWatch watch_;
    double llr_ = 0;
};

/// In the order of keeping, in which they were counted when they were played.
void count_kept(SprtWatch& watch, store::Store& store, const store::KeptMatch& match) {
    auto kept = value_or_throw(store.results(match.id()));
    std::ranges::sort(kept, {}, &store::KeptGame::seq);
    for (const store::KeptGame& game : kept) {
        const int number = game.id.number;
        if (!game.counts()) continue;
        watch.count({number, match.spec().a_is_x(number), *game.ending, game.winner});
    }
}

int report(const SprtWatch& watch, const SprtOptions& options, const BotPair& bots) {
    switch (watch.verdict()) {
        case SprtVerdict::kElo1:
            fmt::print("accepted: {} is stronger than {} by {} Elo or more rather than by {} or "
                       "less\n",
                       bots.a.name, bots.b.name, options.bounds.elo1, options.bounds.elo0);
            return 0;
        case SprtVerdict::kElo0:
            fmt::print("rejected: the difference is {} Elo or less rather than {} or more\n",
                       options.bounds.elo0, options.bounds.elo1);
            return 1;
        case SprtVerdict::kContinue: break;
    }
    fmt::print("not decided; give the same command again to resume\n");
    return 1;
}

int run_sprt(const SprtOptions& options) {
    const tournament::SprtBounds& bounds = options.bounds;
    if (!(bounds.elo0 < bounds.elo1)) throw CommandError("--elo0 must be below --elo1");
    Interruption interruption;
    BotPair bots = options.bots.pair_with_notes(options.a, options.b);
    const arena::MatchSpec spec =
        options.spec("SPRT", bots, arena::MatchFormat::games(2 * options.most_pairs));
    bots.check_beginnings(spec, options.quiet);
    bots.check_options(spec.start);
    const auto store = options.open_store();
    store::WantedMatch wanted = wanted_match(store::MatchKind::kSprt, spec, bots);
    wanted.conditions.erase("format");  // how many pairs are played at the most decides nothing
    wanted.conditions["sprt"] = {bounds.elo0, bounds.elo1, bounds.alpha, bounds.beta};
    const auto match = options.open(*store, std::move(wanted));
    std::stop_source decided;
    const std::stop_callback forward(interruption.token(), [&] { decided.request_stop(); });
    SprtWatch watch(options, decided);
    count_kept(watch, *store, *match);
    if (watch.verdict() == SprtVerdict::kContinue) {
        const OwnedPlace where = options.place(*store, *match, bots);
        const auto result = match->play(where.place, watch, decided.get_token());
        watch.throw_if_nothing_starts();
        (void)value_or_throw(result);
        if (watch.verdict() != SprtVerdict::kContinue && where.venue) where.venue->finish();
    }
    watch.finish();
    if (watch.verdict() != SprtVerdict::kContinue) {
        throw_if_failed(match->finish(base::json_line({{"verdict", watch.line()}})));
    }
    fmt::print("{}\n", watch.line());
    print_forfeits(stdout, *store, match->id(), 3);
    print_variety(stdout, *store, match->id(), spec.openings);
    return report(watch, options, bots);
}

}  // namespace

void add_sprt_command(Command& app) {
    auto [command, options] =
        app.add("sprt", "Test with as few games as possible whether one bot is stronger", run_sprt);
    command.add_option("BOT_A", options.a, "the bot that is thought to be stronger").required();
    command.add_option("BOT_B", options.b, "the other one").required();
    tournament::SprtBounds& bounds = options.bounds;
    command.add_option("--elo0", bounds.elo0, "difference to be refuted (default 0)");
    command.add_option("--elo1", bounds.elo1, "difference to be shown (default 5)");
    command.add_option("--alpha", bounds.alpha, "probability of accepting wrongly (default 0.05)")
        .range(0.0001, 0.4999);
    command.add_option("--beta", bounds.beta, "probability of rejecting wrongly (default 0.05)")
        .range(0.0001, 0.4999);
    options.add_trial_to(command);
    options.add_time_b_to(command);
    command.add_option("--pairs", options.most_pairs, "the most pairs (default 100000)")
        .range(1, 10'000'000);
    options.add_new_to(command, "test");
    command.add_flag("-q,--quiet", options.quiet, "no line while it runs");
    options.db.add_to(command);
    options.cluster.add_to(command);
    options.bots.add_to(command);
    command.footer(
        R"(Exit code 0: accepted; 1: rejected or not decided; 2: it cannot be played, as when a bot
fails to start in several games in a row. Games are played in pairs, the same opening with
sides swapped, and counted by pairs (docs/matches.md). Every game is kept before it
counts. Give the same command again to resume an interrupted test.

Examples:
  ninefold sprt mcts:sims=400 mcts:sims=200 --elo1 50 --time none -c 2
  ninefold sprt 'ugi:./mybot --new' 'ugi:./mybot' --elo1 10 --openings balanced)");
}

}  // namespace ninefold::cli
