// SPDX-License-Identifier: MIT
#include "arena/referee.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

#include <fmt/chrono.h>

#include "arena/game_clock.h"
#include "arena/self_description.h"
#include "base/foreign_text.h"
#include "record/seconds.h"
#include "rules/move_text.h"
#include "rules/position_text.h"

namespace ninefold::arena {

namespace {

using bots::Answer;
using bots::Bot;
using rules::Ending;
using rules::Side;

std::string now_text() {
    const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}",
                       fmt::gmtime(std::chrono::system_clock::to_time_t(now)));
}

/// Times near a limit are told in steps of less than a hundredth of it or so.
Duration step_near(Duration limit) {
    using namespace std::chrono_literals;
    if (limit < 10ms) return 10us;
    if (limit < 100ms) return 100us;
    if (limit < 10s) return 1ms;
    return limit < 100s ? 10ms : 100ms;
}

std::string spoken(Duration duration) {
    using std::chrono::milliseconds, std::chrono::seconds;
    const bool short_one = duration < seconds(1) && duration > Duration(0);
    return short_one ? record::seconds_text(duration * (seconds(1) / milliseconds(1))) + " ms"
                     : record::seconds_text(duration) + " s";
}

/// The limit rounded down and the time taken rounded up, so that one over the other reads so.
std::string spoken_limit(Duration limit) {
    return spoken(limit / step_near(limit) * step_near(limit));
}
std::string spoken_over(Duration taken, Duration limit) {
    const Duration step = step_near(limit);
    return spoken((taken + step - Duration(1)) / step * step);
}

class Referee {
public:
    Referee(const GameSpec& spec, Bot& x, Bot& o, EventSink* sink, std::stop_token stop)
        : spec_(spec),
          bots_{&x, &o},
          sink_(sink),
          watched_(sink != nullptr && sink->wants_moves()),
          stop_(std::move(stop)),
          clock_(spec.time_control),
          position_(spec.start) {}

    record::GameRecord play();

private:
    void begin();
    bool start_bots();
    void ask_mover();
    void accept(const Answer& answer);
    void play_move(rules::Move move, const Answer& answer);
    void note_info(record::Ply& ply, const protocol::Info& info) const;
    bool within_time(const Answer& answer);
    void finish_on_board();
    void adjudicate(const record::Ply& ply);
    void follow_agreement(std::optional<double> eval);

    void end(Ending ending, std::optional<Side> winner, std::string detail);
    void forfeit(Side loser, Ending ending, std::string detail) {
        end(ending, rules::other(loser), std::move(detail));
        if (ending != Ending::kResigned) record_.log = base::to_utf8(bot(loser).log());
    }
    int next_ply() const { return static_cast<int>(moves_.size()) + 1; }
    Side mover() const { return position_.side(); }
    Bot& bot(Side side) { return *bots_[static_cast<std::size_t>(side)]; }
    void send(const Event& event) {
        if (watched_) sink_->on_event(event);
    }

    const GameSpec& spec_;
    std::array<Bot*, 2> bots_;
    EventSink* sink_;
    bool watched_;
    std::stop_token stop_;
    GameClock clock_;
    rules::AnyPosition position_;
    std::vector<rules::Move> moves_;
    record::GameRecord record_;
    bool broken_off_ = false;
    int sure_plies_ = 0;             ///< in a row on which the mover was sure of…
    std::optional<double> sure_of_;  ///< …this result for X: 1, 0.5 or 0
};

void Referee::begin() {
    record_.id = spec_.id;
    record_.event = spec_.event;
    record_.date = now_text();
    record_.x = spec_.x_name;
    record_.o = spec_.o_name;
    record_.start = spec_.start;
    record_.time_control = to_text(spec_.time_control);
    record_.seed = spec_.seed;
    record_.opening = static_cast<int>(spec_.opening.size());
    moves_.reserve(rules::Move::kCount);
    record_.plies.reserve(rules::Move::kCount);
    for (const rules::Move move : spec_.opening) {
        position_ = position_.after(move);
        moves_.push_back(move);
        record_.plies.push_back({.move = move});
    }
    if (sink_ != nullptr) sink_->on_event(GameStarted{spec_.number, &record_});
}

/// Both bots get ready before the first question; a bot that cannot start loses, and where neither
/// can, nobody wins.
bool Referee::start_bots() {
    std::array<std::optional<bots::Failure>, 2> failures;
    for (const Side side : {Side::kX, Side::kO}) {
        failures[static_cast<std::size_t>(side)] =
            bot(side).new_game({spec_.start, side, spec_.seed, spec_.number});
        if (stop_.stop_requested()) {
            broken_off_ = true;
            return false;
        }
        note_own_name(record_, side, bot(side));
    }
    const auto& [x, o] = failures;
    if (x && o) {
        end(Ending::kStartFailed, std::nullopt,
            fmt::format("neither bot started: X {}; O {}", x->sentence, o->sentence));
        record_.log = base::to_utf8(bot(Side::kX).log() + bot(Side::kO).log());
    } else if (x || o) {
        const Side loser = x ? Side::kX : Side::kO;
        const bots::Failure& failure = x ? *x : *o;
        forfeit(loser, failure.ending,
                fmt::format("{} {}, before its first move", rules::to_capital(loser),
                            failure.sentence));
    }
    return !record_.ending;
}

record::GameRecord Referee::play() {
    begin();
    if (spec_.adjudication.prover != nullptr) spec_.adjudication.prover->new_game();
    if (position_.is_over()) {
        finish_on_board();
    } else if (start_bots()) {
        while (!record_.ending && !broken_off_) ask_mover();
    }
    return std::move(record_);
}

void Referee::ask_mover() {
    const Side side = mover();
    const std::function<void(const protocol::Info&)> on_info =
        watched_ ? [this, side](
                       const protocol::Info& info) { send(InfoReceived{spec_.number, side, info}); }
                 : std::function<void(const protocol::Info&)>();
    const bots::Question question{spec_.start,           moves_, position_, clock_.limits(side),
                                  clock_.deadline(side), on_info};
    const Answer answer = bot(side).ask(question, stop_);
    bot(side).rest();
    accept(answer);
}

void Referee::accept(const Answer& answer) {
    const Side side = mover();
    const char name = rules::to_capital(side);
    if (const auto* none = std::get_if<bots::NoAnswer>(&answer.what); none && none->stopped) {
        broken_off_ = true;
        return;
    }
    if (const auto* failure = std::get_if<bots::Failure>(&answer.what)) {
        return forfeit(side, failure->ending,
                       fmt::format("{} {}, at move {}", name, failure->sentence, next_ply()));
    }
    if (!within_time(answer)) return;
    if (std::holds_alternative<bots::NoAnswer>(answer.what)) {
        // The bot gave nothing although its time was not over: its host failed to deliver.
        return forfeit(side, Ending::kGarbage,
                       fmt::format("{} gave no move, at move {}", name, next_ply()));
    }
    if (std::holds_alternative<bots::Resignation>(answer.what)) {
        return forfeit(side, Ending::kResigned,
                       fmt::format("{} resigned at move {}", name, next_ply()));
    }
    play_move(std::get<rules::Move>(answer.what), answer);
}

/// Books the time. A move that came too late counts as none.
bool Referee::within_time(const Answer& answer) {
    const Side side = mover();
    Duration spent = answer.elapsed;
    const auto deadline = clock_.deadline(side);
    const bool silent = std::holds_alternative<bots::NoAnswer>(answer.what);
    if (silent && deadline && spent <= *deadline) spent = *deadline + Duration(1);
    const auto overrun = clock_.charge(side, spent);
    if (!overrun) return true;
    const std::string limit = spoken_limit(overrun->limit);
    const std::string taken = spoken_over(spent, overrun->limit);
    forfeit(side, overrun->ending,
            fmt::format("{} {}; {}", rules::to_capital(side),
                        silent
                            ? fmt::format("had not answered after {} at move {}", taken, next_ply())
                            : fmt::format("took {} for move {}", taken, next_ply()),
                        overrun->ending == Ending::kGameTime
                            ? fmt::format("it had {} left for the game", limit)
                            : fmt::format("the limit was {}", limit)));
    return false;
}

void Referee::note_info(record::Ply& ply, const protocol::Info& info) const {
    if (info.score) {
        const double expected = std::clamp(info.score->expected, 0.0, 1.0);
        ply.eval = mover() == Side::kX ? expected : 1 - expected;
    }
    ply.depth = info.depth;
    constexpr std::size_t kMostMeta = 4096;
    if (info.meta.empty() || info.meta.size() > kMostMeta) return;
    if (auto meta = record::compact_json_object(info.meta)) ply.meta = std::move(*meta);
}

void Referee::play_move(rules::Move move, const Answer& answer) {
    const Side side = mover();
    if (const std::string why = rules::why_illegal(position_, move); !why.empty()) {
        return forfeit(side, Ending::kIllegalMove,
                       fmt::format("{} played {} at move {}: {}", rules::to_capital(side),
                                   rules::to_text(move), next_ply(), why));
    }
    record::Ply ply{.move = move, .spent = answer.elapsed, .clock = clock_.left(side)};
    note_info(ply, answer.info);
    const int number = next_ply();
    position_ = position_.after(move);
    moves_.push_back(move);
    send(MovePlayed{spec_.number, number, side, ply});
    record_.plies.push_back(std::move(ply));
    if (position_.is_over()) return finish_on_board();
    adjudicate(record_.plies.back());
}

void Referee::finish_on_board() {
    const rules::Outcome outcome = position_.outcome();
    const int x = position_.won(Side::kX).size();
    const int o = position_.won(Side::kO).size();
    std::string detail;
    if (outcome.ending == Ending::kLine) {
        detail = fmt::format("{} has three blocks in line", rules::to_capital(*outcome.winner));
    } else if (outcome.ending == Ending::kMajority) {
        detail = fmt::format("no line; {} has more blocks, {} to {}",
                             rules::to_capital(*outcome.winner), std::max(x, o), std::min(x, o));
    } else {
        detail = fmt::format("no line; blocks X {}, O {}", x, o);
    }
    end(outcome.ending, outcome.winner, std::move(detail));
}

/// Counts for how many plies in a row the movers, one after the other, were sure of one result.
void Referee::follow_agreement(std::optional<double> eval) {
    std::optional<double> result;
    const double sure = *spec_.adjudication.agreement;
    if (eval && *eval >= sure) result = 1.0;
    else if (eval && *eval <= 1 - sure) result = 0.0;
    else if (eval && std::abs(*eval - 0.5) <= 1 - sure) result = 0.5;
    sure_plies_ = result && result == sure_of_ ? sure_plies_ + 1 : result ? 1 : 0;
    sure_of_ = result;
}

void Referee::adjudicate(const record::Ply& ply) {
    const Adjudication& rule = spec_.adjudication;
    if (rule.prover != nullptr) {
        if (const auto proven = rule.prover->prove(position_)) {
            return end(Ending::kAdjudicated, proven->winner,
                       proven->winner
                           ? fmt::format("{} wins by proof after move {}",
                                         rules::to_capital(*proven->winner), moves_.size())
                           : fmt::format("a draw by proof after move {}", moves_.size()));
        }
    }
    if (!rule.agreement) return;
    follow_agreement(ply.eval);
    if (sure_plies_ < 2 * rule.plies) return;
    std::optional<Side> winner;
    if (*sure_of_ != 0.5) winner = *sure_of_ == 1.0 ? Side::kX : Side::kO;
    end(Ending::kAdjudicated, winner,
        fmt::format("both bots were sure of {} for {} moves each, up to move {}",
                    winner ? fmt::format("{}'s win", rules::to_capital(*winner)) : "a draw",
                    rule.plies, moves_.size()));
}

void Referee::end(Ending ending, std::optional<Side> winner, std::string detail) {
    record_.ending = ending;
    record_.winner = winner;
    record_.detail = base::to_utf8(detail);
}

}  // namespace

record::GameRecord play_game(const GameSpec& spec, bots::Bot& x, bots::Bot& o, EventSink* sink,
                             std::stop_token stop) {
    return Referee(spec, x, o, sink, std::move(stop)).play();
}

}  // namespace ninefold::arena
