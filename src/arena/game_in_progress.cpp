// SPDX-License-Identifier: MIT
#include "arena/game_in_progress.h"

#include <algorithm>
#include <chrono>

#include <fmt/chrono.h>

#include "arena/self_description.h"
#include "base/foreign_text.h"
#include "rules/move_text.h"
#include "rules/position_text.h"

namespace ninefold::arena {

namespace {

using bots::Answer;
using rules::Ending;
using rules::Side;

std::string now_text() {
    const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}",
                       fmt::gmtime(std::chrono::system_clock::to_time_t(now)));
}

/// Times near a limit are rounded to less than about a hundredth of it.
Duration step_near(Duration limit) {
    using namespace std::chrono_literals;
    if (limit < 10ms) return 10us;
    if (limit < 100ms) return 100us;
    if (limit < 10s) return 1ms;
    return limit < 100s ? 10ms : 100ms;
}

std::string spoken_time(Duration duration) {
    using std::chrono::milliseconds, std::chrono::seconds;
    const bool short_one = duration < seconds(1) && duration > Duration(0);
    return short_one ? record::seconds_text(duration * (seconds(1) / milliseconds(1))) + " ms"
                     : record::seconds_text(duration) + " s";
}

/// The limit rounded down and the time taken rounded up, so that one over the other reads so.
std::string spoken_limit(Duration limit) {
    return spoken_time(limit / step_near(limit) * step_near(limit));
}
std::string spoken_over(Duration taken, Duration limit) {
    const Duration step = step_near(limit);
    return spoken_time((taken + step - Duration(1)) / step * step);
}

record::GameRecord begun(const GameSpec& spec) {
    record::GameRecord record;
    record.id = spec.id;
    record.event = spec.event;
    record.date = now_text();
    record.x = spec.x_name;
    record.o = spec.o_name;
    record.start = spec.start;
    record.time_control = to_text(spec.time_control);
    record.seed = spec.seed;
    record.opening = static_cast<int>(spec.opening.size());
    record.plies.reserve(rules::Move::kCount);
    for (const rules::Move move : spec.opening) record.plies.push_back({.move = move});
    return record;
}

/// Writes down what the bot said of its move. Its evaluation becomes X's.
void note_info(record::Ply& ply, Side mover, const protocol::Info& info) {
    if (info.score) ply.eval = std::clamp(info.score->of_x(mover), 0.0, 1.0);
    ply.depth = info.depth;
    constexpr std::size_t kMostMeta = 4096;
    if (info.meta.empty() || info.meta.size() > kMostMeta) return;
    if (auto meta = record::compact_json_object(info.meta)) ply.meta = std::move(*meta);
}

}  // namespace

GameInProgress::GameInProgress(const GameSpec& spec)
    : GameInProgress(begun(spec), spec.time_control) {}

GameInProgress::GameInProgress(record::GameRecord record, const TimeControls& time_control)
    : time_control_(time_control), record_(std::move(record)), clock_(time_control) {
    moves_.reserve(rules::Move::kCount);
    replay();
    if (position_.is_over() && !has_ended()) finish_on_board();
}

void GameInProgress::replay() {
    position_ = record_.start;
    clock_ = GameClock(time_control_);
    moves_.clear();
    for (const record::Ply& ply : record_.plies) {
        if (this->ply() >= record_.opening) {
            (void)clock_.charge(mover(), ply.spent.value_or(Duration(0)));
        }
        position_ = position_.after(ply.move);
        moves_.push_back(ply.move);
    }
}

void GameInProgress::set_name(Side side, std::string name) {
    (side == Side::kX ? record_.x : record_.o) = std::move(name);
}

void GameInProgress::introduce(Side side, const bots::Bot& bot) {
    note_own_name(record_, side, bot);
}

void GameInProgress::accept(const Answer& answer, const ReadLog& read_log,
                            std::optional<Duration> longest_wait) {
    const Side side = mover();
    const auto* none = std::get_if<bots::NoAnswer>(&answer.what);
    if (none != nullptr && none->stopped) return;
    if (const auto* failure = std::get_if<bots::Failure>(&answer.what)) {
        return fail(side, *failure, read_log);
    }
    if (!within_time(answer, read_log, longest_wait)) return;
    if (none != nullptr) {
        // The bot gave nothing although its time was not over: its host failed to deliver.
        return forfeit(side, Ending::kGarbage,
                       fmt::format("{} gave no move, at move {}", rules::to_capital(side),
                                   move_number()),
                       read_log);
    }
    if (std::holds_alternative<bots::Resignation>(answer.what)) return resign(side);
    play_move(std::get<rules::Move>(answer.what), answer, read_log);
}

void GameInProgress::accept_start(const std::array<std::optional<bots::Failure>, 2>& failures,
                                  const std::array<ReadLog, 2>& read_log) {
    const auto& [x, o] = failures;
    if (x && o) {
        const bool is_void = x->ending == Ending::kVoid || o->ending == Ending::kVoid;
        end(is_void ? Ending::kVoid : Ending::kStartFailed, std::nullopt,
            fmt::format("neither bot started: X {}; O {}", x->sentence, o->sentence),
            read_log[0]() + read_log[1]());
    } else if (x || o) {
        const Side loser = x ? Side::kX : Side::kO;
        const bots::Failure& failure = x ? *x : *o;
        forfeit(loser, failure.ending,
                fmt::format("{} {}, before its first move", rules::to_capital(loser),
                            failure.sentence),
                read_log[x ? 0 : 1]);
    }
}

/// Books the time. A move that came too late counts as none.
bool GameInProgress::within_time(const Answer& answer, const ReadLog& read_log,
                                 std::optional<Duration> longest_wait) {
    const Side side = mover();
    Duration spent = answer.elapsed;
    const auto deadline = clock_.deadline(side);
    const bool silent = std::holds_alternative<bots::NoAnswer>(answer.what);
    const bool waited = silent && longest_wait && spent >= *longest_wait &&
                        (!deadline || *longest_wait < *deadline);
    if (silent && !waited && deadline && spent <= *deadline) spent = *deadline + Duration(1);
    auto overrun = clock_.charge(side, spent);
    if (!overrun && waited) overrun = GameClock::Overrun{Ending::kMoveTime, *longest_wait};
    if (!overrun) return true;
    const std::string limit = spoken_limit(overrun->limit);
    const std::string taken = spoken_over(spent, overrun->limit);
    forfeit(side, overrun->ending,
            fmt::format("{} {}; {}", rules::to_capital(side),
                        silent ? fmt::format("had not answered after {} at move {}", taken,
                                             move_number())
                               : fmt::format("took {} for move {}", taken, move_number()),
                        overrun->ending == Ending::kGameTime
                            ? fmt::format("it had {} left for the game", limit)
                            : fmt::format("the limit was {}", limit)),
            read_log);
    return false;
}

void GameInProgress::play_move(rules::Move move, const Answer& answer, const ReadLog& read_log) {
    const Side side = mover();
    if (const std::string why = rules::why_illegal(position_, move); !why.empty()) {
        return forfeit(side, Ending::kIllegalMove,
                       fmt::format("{} played {} at move {}: {}", rules::to_capital(side),
                                   rules::to_text(move), move_number(), why),
                       read_log);
    }
    record::Ply ply{.move = move, .spent = answer.elapsed, .clock = clock_.left(side)};
    note_info(ply, side, answer.info);
    position_ = position_.after(move);
    moves_.push_back(move);
    record_.plies.push_back(std::move(ply));
    if (position_.is_over()) finish_on_board();
}

void GameInProgress::fail(Side side, const bots::Failure& failure, const ReadLog& read_log) {
    forfeit(side, failure.ending,
            fmt::format("{} {}, at move {}", rules::to_capital(side), failure.sentence,
                        move_number()),
            read_log);
}

void GameInProgress::resign(Side side) {
    end(Ending::kResigned, rules::other(side),
        fmt::format("{} resigned at move {}", rules::to_capital(side), move_number()));
}

void GameInProgress::forfeit(Side loser, Ending ending, std::string_view detail,
                             const ReadLog& read_log) {
    const auto winner = ending == Ending::kVoid ? std::nullopt : std::optional(rules::other(loser));
    end(ending, winner, detail, read_log ? read_log() : "");
}

void GameInProgress::finish_on_board() {
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
    end(outcome.ending, outcome.winner, detail);
}

void GameInProgress::end(Ending ending, std::optional<Side> winner, std::string_view detail,
                         std::string_view log) {
    record_.ending = ending;
    record_.winner = winner;
    record_.log = base::to_utf8(log);
    const std::string whole = base::safe_lines(detail);  // bots and their files are named in it
    // Strangers read the sentence, only the organiser reads the log. A bot's answer is quoted as it
    // was.
    record_.detail = ending == Ending::kGarbage ? whole : base::without_folders(whole);
    if (record_.detail == whole) return;
    if (!log.empty() && !log.ends_with('\n')) record_.log += '\n';
    record_.log += whole + '\n';
}

void GameInProgress::take_back_to(std::size_t plies) {
    record_.plies.resize(plies);
    replay();
}

}  // namespace ninefold::arena
