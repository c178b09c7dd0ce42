// SPDX-License-Identifier: MIT
#include "arena/bot_check.h"

#include <algorithm>
#include <array>
#include <optional>
#include <thread>

#include "arena/game_clock.h"
#include "arena/openings.h"
#include "arena/referee.h"
#include "arena/self_description.h"
#include "base/counted.h"
#include "base/foreign_text.h"
#include "base/rng.h"
#include "base/wait_for_stop.h"
#include "bots/builtin.h"
#include "rules/move_text.h"

namespace ninefold::arena {

namespace {

using Clock = std::chrono::steady_clock;
using rules::Side;

constexpr const char* kUnknown = "not known: a game was lost by forfeit";

std::string spoken(Duration time) {
    const double seconds = std::chrono::duration<double>(time).count();
    if (seconds < 0.001) return fmt::format("{:.0f} µs", seconds * 1e6);
    if (seconds < 1) return fmt::format("{:.1f} ms", seconds * 1e3);
    return fmt::format("{:.2f} s", seconds);
}

std::string spoken_size(std::uint64_t bytes) {
    return fmt::format("{:.{}f} MiB", static_cast<double>(bytes) / (1 << 20),
                       bytes < (10 << 20) ? 1 : 0);
}

/// The last lines of a log.
std::string tail(std::string_view log) {
    constexpr std::size_t kMost = 2000;
    if (log.size() > kMost) {
        log.remove_prefix(log.size() - kMost);
        log.remove_prefix(std::min(log.find('\n'), log.size() - 1) + 1);
    }
    return std::string(log);
}

/// How a game was lost.
struct Forfeit {
    int game = 0;  ///< from 1
    rules::Ending ending = rules::Ending::kCrash;
    std::string detail;

    std::string text() const { return fmt::format("{}: {}", rules::name(ending), detail); }
    /// Whether a bot that believes in other rules may lose like this.
    bool may_be_of_other_rules() const {
        using enum rules::Ending;
        return ending == kIllegalMove || ending == kGarbage || ending == kCrash;
    }
};

/// The result of the games of one side.
struct SideStats {
    int games = 0, moves = 0;
    Duration slowest{0}, sum{0};
    std::optional<Forfeit> forfeit;  ///< of the first lost game
    std::string log;
};

class Check {
public:
    Check(const sources::BotSource& source, const CheckSpec& spec,
          const std::function<void(const CheckLine&)>& tell)
        : source_(source), spec_(spec), tell_(tell), begin_(Clock::now()) {}

    bool run() {
        if (!start()) return false;
        play_games();
        try_openings();
        try_stop();
        // Before a game that it may not know how to play, which ends its process.
        const auto memory = bot_->peak_memory();
        try_other_rules();
        report_memory(memory);
        take_leave();
        return !failed_;
    }

private:
    void say(std::string check, CheckVerdict verdict, std::string sentence, std::string log = {}) {
        failed_ = failed_ || verdict == CheckVerdict::kFailed;
        tell_({std::move(check), verdict, std::move(sentence), std::move(log)});
    }
    void fail(std::string check, std::string sentence) {
        say(std::move(check), CheckVerdict::kFailed, std::move(sentence), tail(bot_->log()));
    }
    std::optional<bots::Failure> begin_game() {
        return bot_->new_game({rules::AnyPosition::start(spec_.rules), Side::kX, spec_.seed, 0});
    }
    bool is_late() const {
        return Clock::now() - begin_ > spec_.patience || spec_.stop.stop_requested();
    }
    bool start();
    void play_games();
    /// After a number of random plies; the bot has X in even games.
    void play_one(int number, rules::Rules rules, int plies, SideStats& stats);
    std::optional<bots::Failure> first_answer();
    void try_openings();
    std::string other_rules_sentence(const std::vector<std::string>& plays,
                                     const std::vector<std::string>& refuses,
                                     const std::string& reason) const;
    void report(Side side, const SideStats& stats);
    void try_stop();
    void try_other_rules();
    void report_memory(std::optional<std::uint64_t> peak);
    void take_leave();

    const sources::BotSource& source_;
    const CheckSpec& spec_;
    const std::function<void(const CheckLine&)>& tell_;
    Clock::time_point begin_;
    std::optional<Forfeit> forfeit_;  ///< of one of its games
    std::unique_ptr<bots::Bot> bot_, opponent_;
    bool failed_ = false;
};

bool Check::start() {
    auto made = source_.make(0, {});
    if (!made) {
        say("starts", CheckVerdict::kFailed, made.error().message);
        return false;
    }
    bot_ = std::move(*made);
    opponent_ = *bots::make_builtin("random");
    const auto before = Clock::now();
    auto failure = begin_game();
    const bool is_silent = source_.kind == sources::BotKind::kSite;
    if (!failure && is_silent) failure = first_answer();
    const Duration time = Clock::now() - before;
    if (failure) {
        fail("starts", failure->sentence);
        return false;
    }
    const std::string described = self_description(bot_->own_name(), bot_->author());
    say("starts", CheckVerdict::kOk,
        fmt::format("{} {} after {}{}", is_silent ? "first answer under" : "ready to play",
                    rules::name(spec_.rules), spoken(time),
                    described.empty() ? "" : "; " + described));
    return true;
}

/// Programs of other sites say nothing before their first move: only that shows that they run. How
/// long it takes is judged in the games.
std::optional<bots::Failure> Check::first_answer() {
    constexpr std::chrono::seconds kPatience{10};
    const auto start = rules::AnyPosition::start(spec_.rules);
    auto limits = GameClock({spec_.time_control, spec_.time_control}).limits(Side::kX);
    if (!limits.move_time && !limits.x_time) limits.move_time = std::chrono::seconds(1);
    const std::vector<rules::Move> none;
    const bots::Answer answer = bot_->ask({start, none, start, limits, kPatience, {}}, {});
    if (const auto* failure = std::get_if<bots::Failure>(&answer.what)) return *failure;
    if (!std::holds_alternative<bots::NoAnswer>(answer.what)) return std::nullopt;
    return bots::Failure{rules::Ending::kStartFailed,
                         fmt::format("gave no first move within {} (is its output flushed after "
                                     "every line?)",
                                     spoken(kPatience))};
}

void Check::play_games() {
    std::array<SideStats, 2> stats_by_side;
    for (int number = 0; number < std::max(spec_.games, 2); ++number) {
        if ((is_late() && number >= 2) || spec_.stop.stop_requested()) break;
        SideStats& stats = stats_by_side[static_cast<std::size_t>(number % 2)];
        // Each pair from another opening; the first from the empty board.
        const bool has_opening = source_.game_start == sources::GameStart::kAnywhere;
        const int plies = has_opening ? number / 2 % 5 * 3 : 0;
        if (!stats.forfeit) play_one(number, spec_.rules, plies, stats);
    }
    for (const Side side : {Side::kX, Side::kO}) {
        report(side, stats_by_side[static_cast<std::size_t>(side)]);
    }
    forfeit_ = stats_by_side[0].forfeit ? stats_by_side[0].forfeit : stats_by_side[1].forfeit;
    if (forfeit_) return say("new games", CheckVerdict::kSkipped, kUnknown);
    const int games = stats_by_side[0].games + stats_by_side[1].games;
    say("new games", CheckVerdict::kOk,
        fmt::format("played {} one after another", base::counted(games, "game")));
}

void Check::play_one(int number, rules::Rules rules, int plies, SideStats& stats) {
    const Side side = number % 2 == 0 ? Side::kX : Side::kO;
    GameSpec game;
    game.number = number;
    game.start = rules::AnyPosition::start(rules);
    game.seed = base::derived_seed(spec_.seed, static_cast<std::uint64_t>(number));
    game.time_control = spec_.time_control;
    const auto openings = Openings::parse(fmt::format("random:{}", plies), game.start);
    game.opening = openings->opening(number / 2, spec_.seed, game.start);
    bots::Bot& x = side == Side::kX ? *bot_ : *opponent_;
    bots::Bot& o = side == Side::kX ? *opponent_ : *bot_;
    const record::GameRecord record = play_game(game, x, o, nullptr, spec_.stop);
    ++stats.games;
    Side mover = record.start.side();
    for (std::size_t i = 0; i < record.plies.size(); ++i, mover = rules::other(mover)) {
        if (mover != side || i < game.opening.size()) continue;
        ++stats.moves;
        const Duration spent = record.plies[i].spent.value_or(Duration(0));
        stats.slowest = std::max(stats.slowest, spent);
        stats.sum += spent;
    }
    if (record.ending && rules::is_forfeit(*record.ending) && record.winner != side) {
        stats.forfeit = {number + 1, *record.ending, record.detail};
        stats.log = tail(bot_->log());
    }
}

void Check::report(Side side, const SideStats& stats) {
    const std::string check = fmt::format("plays {}", rules::to_capital(side));
    if (stats.forfeit) {
        const Forfeit& lost = *stats.forfeit;
        return say(check, CheckVerdict::kFailed,
                   fmt::format("{} in game {}: {}", rules::name(lost.ending), lost.game,
                               lost.detail),
                   stats.log);
    }
    const Duration mean = stats.moves > 0 ? stats.sum / stats.moves : Duration(0);
    say(check, CheckVerdict::kOk,
        fmt::format("{}, {}, all legal and in time; {} a move, the slowest {} ({})",
                    base::counted(stats.games, "game"), base::counted(stats.moves, "move"),
                    spoken(mean), spoken(stats.slowest), to_text(spec_.time_control)));
}

/// Bots that can begin anywhere have done so by now.
void Check::try_openings() {
    if (source_.game_start == sources::GameStart::kAnywhere) return;
    if (source_.game_start == sources::GameStart::kEmptyBoard) {
        return say("openings", CheckVerdict::kSkipped,
                   "its protocol cannot convey one: its games begin at the empty board");
    }
    if (forfeit_) return;
    SideStats stats;
    for (const int number : {2, 5}) {
        if (stats.forfeit || is_late()) break;
        play_one(number, spec_.rules, 3 * number, stats);
    }
    if (stats.games == 0) return;
    if (!stats.forfeit) return say("openings", CheckVerdict::kOk, "plays after an opening as well");
    say("openings", CheckVerdict::kSkipped,
        fmt::format("plays from the empty board only: after an opening, {}",
                    stats.forfeit->text()));
}

/// Asks without a limit, and to stop a little later.
void Check::try_stop() {
    constexpr std::chrono::milliseconds kThink{300};
    if (source_.kind == sources::BotKind::kHosted || source_.kind == sources::BotKind::kSite) {
        return say("stops", CheckVerdict::kSkipped,
                   "its interface has no word for it; its clock ends its turn");
    }
    if (const auto failure = begin_game()) return fail("stops", failure->sentence);
    const auto start = rules::AnyPosition::start(spec_.rules);
    protocol::Limits limits;
    limits.infinite = true;
    std::stop_source stop;
    std::jthread bell([&](std::stop_token over) {
        base::wait_for_stop(over, kThink);
        stop.request_stop();
    });
    const std::vector<rules::Move> none;
    const bots::Answer answer = bot_->ask({start, none, start, limits, {}, {}}, stop.get_token());
    if (std::holds_alternative<rules::Move>(answer.what)) {
        say("stops", CheckVerdict::kOk,
            answer.elapsed < kThink
                ? fmt::format("answered by itself after {}", spoken(answer.elapsed))
                : fmt::format("answered {} after 'stop'", spoken(answer.elapsed - kThink)));
    } else if (const auto* failure = std::get_if<bots::Failure>(&answer.what)) {
        fail("stops", failure->sentence);
    } else {
        fail("stops", "gave no 'bestmove' in answer to 'stop'");
    }
}

/// One game each under the rules that were not asked for: to know, not to blame.
void Check::try_other_rules() {
    if (forfeit_ && !forfeit_->may_be_of_other_rules()) {
        return say("other rules", CheckVerdict::kSkipped, kUnknown);
    }
    const int games = forfeit_ ? 4 : 1;  // more before they are called its own
    std::vector<std::string> plays, refuses;
    std::string reason;  // why it does not play the first of those
    for (const rules::Ruleset ruleset : rules::kRulesets) {
        if (ruleset == spec_.rules.ruleset || is_late()) continue;
        SideStats stats;
        for (int number = 0; number < games && !stats.forfeit; ++number) {
            play_one(number, {ruleset, rules::default_tie_break(ruleset)}, 0, stats);
        }
        (stats.forfeit ? refuses : plays).emplace_back(rules::name(ruleset));
        if (stats.forfeit && reason.empty()) {
            reason = fmt::format("under {}, {}", rules::name(ruleset), stats.forfeit->text());
        }
    }
    if (plays.empty() && refuses.empty()) return;
    say("other rules", refuses.empty() ? CheckVerdict::kOk : CheckVerdict::kSkipped,
        other_rules_sentence(plays, refuses, reason));
}

std::string Check::other_rules_sentence(const std::vector<std::string>& plays,
                                        const std::vector<std::string>& refuses,
                                        const std::string& reason) const {
    std::string sentence;
    if (!plays.empty() && forfeit_) {
        sentence = fmt::format("plays {} without a fault: it may be written for {} rules (--rules "
                               "{})",
                               fmt::join(plays, " and "), plays.size() == 1 ? "those" : "such",
                               plays.front());
    } else if (!plays.empty()) {
        sentence = fmt::format("plays {} as well", fmt::join(plays, " and "));
    }
    if (!refuses.empty()) {
        sentence += fmt::format("{}does not play {}{}: {}", sentence.empty() ? "" : "; ",
                                fmt::join(refuses, " and "), forfeit_ ? " either" : "", reason);
    }
    return sentence;
}

/// Information, not a verdict: a bot that takes too much is ended, and reported there.
void Check::report_memory(std::optional<std::uint64_t> peak) {
    if (!peak) return;
    const std::string limit =
        spec_.memory_limit > 0 ? fmt::format(" of {}", spoken_size(spec_.memory_limit)) : "";
    say("memory", CheckVerdict::kOk, fmt::format("at most {}{}", spoken_size(*peak), limit));
}

void Check::take_leave() {
    if (source_.is_builtin()) return;
    if (begin_game()) return;  // told before
    const auto before = Clock::now();
    bot_.reset();
    const Duration time = Clock::now() - before;
    if (time < spec_.quit_grace) {
        return say("quits", CheckVerdict::kOk, fmt::format("ended {} after quit", spoken(time)));
    }
    say("quits", CheckVerdict::kFailed,
        fmt::format("still ran {} after 'quit' and the end of its input; it was killed",
                    spoken(spec_.quit_grace)));
}

}  // namespace

bool check_bot(const sources::BotSource& source, const CheckSpec& spec,
               const std::function<void(const CheckLine&)>& tell) {
    return Check(source, spec, tell).run();
}

}  // namespace ninefold::arena
