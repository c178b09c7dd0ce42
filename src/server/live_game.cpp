// SPDX-License-Identifier: MIT
#include "server/live_game.h"

#include <algorithm>

#include <fmt/chrono.h>

#include "base/foreign_text.h"
#include "record/record_json.h"
#include "record/seconds.h"
#include "rules/position_text.h"
#include "server/game_json.h"
#include "server/secrets.h"

namespace ninefold::server {

namespace {

using rules::Ending;
using rules::Side;

std::string spoken(Duration duration) {
    return record::seconds_text(std::chrono::ceil<std::chrono::milliseconds>(duration)) + " s";
}

}  // namespace

std::string_view name(LiveGame::State state) {
    switch (state) {
        case LiveGame::State::kWaiting: return "waiting";
        case LiveGame::State::kRunning: return "running";
        case LiveGame::State::kEnded: break;
    }
    return "ended";
}

std::string now_text() {
    const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}",
                       fmt::gmtime(std::chrono::system_clock::to_time_t(now)));
}

LiveGame::LiveGame(std::string id, LiveGameSpec spec, SteadyTime now)
    : id_(std::move(id)), spec_(std::move(spec)) {
    record_.id = id_;
    record_.date = now_text();
    record_.x = spec_.seats[0].name;
    record_.o = spec_.seats[1].name;
    record_.start = spec_.start;
    record_.time_control = arena::to_text(spec_.time_control);
    record_.seed = spec_.seed;
    record_.opening = static_cast<int>(spec_.opening.size());
    for (const rules::Move move : spec_.opening) record_.plies.push_back({.move = move});
    const bool open = std::any_of(spec_.seats.begin(), spec_.seats.end(),
                                  [](const Seat& seat) { return seat.kind == Seat::Kind::kOpen; });
    if (open) secret_ = new_token();
    replay();
    start_turn(now);
}

/// Position and clock follow from the moves and the times they took.
void LiveGame::replay() {
    position_ = record_.start;
    clock_ = arena::GameClock(spec_.time_control);
    int number = 0;
    for (const record::Ply& ply : record_.plies) {
        if (++number > record_.opening) {
            (void)clock_.charge(position_.side(), ply.spent.value_or(Duration(0)));
        }
        position_ = position_.after(ply.move);
    }
}

LiveGame::State LiveGame::state() const {
    if (record_.ending) return State::kEnded;
    return secret_.empty() ? State::kRunning : State::kWaiting;
}

bool LiveGame::is_bots_only() const {
    return seat(Side::kX).kind == Seat::Kind::kBot && seat(Side::kO).kind == Seat::Kind::kBot;
}

bool LiveGame::is_worth_keeping() const {
    return record_.ending && *record_.ending != Ending::kVoid;
}

Granted<Side> LiveGame::player(std::string_view token) const {
    for (const Side side : {Side::kX, Side::kO}) {
        if (same_secret(token, seat(side).token)) return side;
    }
    return refuse(403, "wrong-token", "this token is not one of the players' of game {}", id_);
}

void LiveGame::note(Json event) {
    ++seq_;
    events_.push_back(std::move(event));
}

std::vector<Json> LiveGame::take_events() { return std::exchange(events_, {}); }

Granted<Done> LiveGame::needs_running() const {
    if (state() == State::kRunning) return Done{};
    if (state() == State::kWaiting) {
        return refuse(409, "not-started", "the game waits for its second player");
    }
    return refuse(409, "game-over", "the game is over: {}", record_.detail);
}

Granted<Side> LiveGame::join(std::string_view secret, std::string name, std::string token,
                             SteadyTime now) {
    if (state() == State::kEnded) return needs_running().refusal();
    if (secret_.empty()) return refuse(409, "taken", "both seats of game {} are taken", id_);
    const bool invites_all = spec_.listed && secret.empty();
    if (!invites_all && !same_secret(secret, secret_)) {
        return refuse(403, "wrong-token", "the link's secret is not that of game {}", id_);
    }
    const Side side = seat(Side::kX).kind == Seat::Kind::kOpen ? Side::kX : Side::kO;
    Seat& taken = spec_.seats[static_cast<std::size_t>(side)];
    taken = {Seat::Kind::kHuman, std::move(name), "", std::move(token), true};
    (side == Side::kX ? record_.x : record_.o) = taken.name;
    secret_.clear();
    start_turn(now);
    note({{"event", "joined"}, {"side", letter(side)}, {"name", taken.name}});
    note({{"event", "started"}, {"clocks", clocks(now)}});
    return side;
}

Granted<Done> LiveGame::play(Side side, rules::Move move, std::optional<int> ply, SteadyTime now) {
    // A client that lost its connection sends its move again.
    if (ply && *ply >= 1 && *ply <= this->ply()) {
        const bool same = record_.plies[static_cast<std::size_t>(*ply - 1)].move == move;
        if (same) return Done{};
        return refuse(409, "stale", "move {} was made already: {}", *ply,
                      rules::to_text(record_.plies[static_cast<std::size_t>(*ply - 1)].move));
    }
    if (auto running = needs_running(); !running) return running;
    if (side != mover()) {
        return refuse(409, "not-your-turn", "it is {}'s turn", rules::to_capital(mover()));
    }
    if (ply && *ply != this->ply() + 1) {
        return refuse(409, "stale", "the next move is number {}, not {}", this->ply() + 1, *ply);
    }
    if (const std::string why = rules::why_illegal(position_, move); !why.empty()) {
        return refuse(409, "illegal-move", "{}: {}", rules::to_text(move), why);
    }
    const Duration spent = now - turn_began_;
    if (!charge(spent)) return Done{};
    append({.move = move, .spent = spent, .clock = clock_.left(side)}, now);
    return Done{};
}

bool LiveGame::charge(Duration spent) {
    const Side side = mover();
    const auto overrun = clock_.charge(side, spent);
    if (!overrun) return true;
    end(overrun->ending, rules::other(side),
        fmt::format("{} ran out of time at move {}: {} {}", rules::to_capital(side), ply() + 1,
                    spoken(overrun->limit),
                    overrun->ending == Ending::kGameTime ? "were left for the game" : "a move"));
    return false;
}

void LiveGame::append(record::Ply ply, SteadyTime now) {
    const Side side = mover();
    position_ = position_.after(ply.move);
    undo_asked_.reset();
    start_turn(now);
    Json event = {{"event", "move"},
                  {"ply", this->ply() + 1},
                  {"side", letter(side)},
                  {"move", rules::to_text(ply.move)}};
    if (ply.spent) event["spent"] = in_seconds(*ply.spent);
    if (ply.clock) event["clock"] = in_seconds(*ply.clock);
    if (ply.eval) event["eval"] = *ply.eval;
    if (ply.depth) event["depth"] = *ply.depth;
    event["position"] = rules::to_text(position_);
    event["turn"] = position_.is_over() ? Json(nullptr) : Json(letter(mover()));
    record_.plies.push_back(std::move(ply));
    event["clocks"] = clocks(now);
    note(std::move(event));
    if (position_.is_over()) finish_on_board();
}

void LiveGame::take_answer(const bots::Answer& answer, SteadyTime now) {
    const Side side = mover();
    const char capital = rules::to_capital(side);
    if (const auto* failure = std::get_if<bots::Failure>(&answer.what)) {
        return end(failure->ending, rules::other(side),
                   fmt::format("{} {}, at move {}", capital, failure->sentence, ply() + 1));
    }
    if (!charge(answer.elapsed)) return;
    if (std::holds_alternative<bots::Resignation>(answer.what)) {
        return end(Ending::kResigned, rules::other(side),
                   fmt::format("{} resigned at move {}", capital, ply() + 1));
    }
    if (std::holds_alternative<bots::NoAnswer>(answer.what)) {
        return end(Ending::kMoveTime, rules::other(side),
                   fmt::format("{} had not answered after {:.1f} s at move {}", capital,
                               in_seconds(answer.elapsed), ply() + 1));
    }
    const auto* move = std::get_if<rules::Move>(&answer.what);
    if (move == nullptr) {
        return end(Ending::kGarbage, rules::other(side),
                   fmt::format("{} gave no move, at move {}", capital, ply() + 1));
    }
    if (const std::string why = rules::why_illegal(position_, *move); !why.empty()) {
        return end(Ending::kIllegalMove, rules::other(side),
                   fmt::format("{} played {} at move {}: {}", capital, rules::to_text(*move),
                               ply() + 1, why));
    }
    record::Ply ply{.move = *move, .spent = answer.elapsed, .clock = clock_.left(side)};
    if (answer.info.score) {
        const double expected = std::clamp(answer.info.score->expected, 0.0, 1.0);
        ply.eval = side == Side::kX ? expected : 1 - expected;
    }
    ply.depth = answer.info.depth;
    append(std::move(ply), now);
}

void LiveGame::finish_on_board() {
    const rules::Outcome outcome = position_.outcome();
    const int x = position_.won(Side::kX).size();
    const int o = position_.won(Side::kO).size();
    std::string detail = fmt::format("no line; blocks X {}, O {}", x, o);
    if (outcome.ending == Ending::kLine) {
        detail = fmt::format("{} has three blocks in line", rules::to_capital(*outcome.winner));
    } else if (outcome.ending == Ending::kMajority) {
        detail = fmt::format("no line; {} has more blocks, {} to {}",
                             rules::to_capital(*outcome.winner), std::max(x, o), std::min(x, o));
    }
    end(outcome.ending, outcome.winner, std::move(detail));
}

void LiveGame::end(Ending ending, std::optional<Side> winner, std::string detail) {
    record_.ending = ending;
    record_.winner = winner;
    record_.detail = base::to_utf8(detail);
    secret_.clear();
    undo_asked_.reset();
    note({{"event", "ended"},
          {"ending", rules::name(ending)},
          {"winner", letter_or_null(winner)},
          {"result", record::result_text(record_)},
          {"detail", record_.detail},
          {"clocks", clocks(turn_began_)}});
}

std::optional<std::size_t> LiveGame::plies_after_undo(Side side) const {
    std::size_t plies = record_.plies.size();
    rules::Side made_by = rules::other(mover());
    while (plies > static_cast<std::size_t>(record_.opening)) {
        --plies;
        if (made_by == side) return plies;
        made_by = rules::other(made_by);
    }
    return std::nullopt;
}

void LiveGame::take_back_to(std::size_t plies, SteadyTime now) {
    record_.plies.resize(plies);
    undo_asked_.reset();
    replay();
    start_turn(now);
    note({{"event", "undone"},
          {"ply", ply()},
          {"position", rules::to_text(position_)},
          {"turn", letter(mover())},
          {"clocks", clocks(now)}});
}

Granted<Done> LiveGame::undo(Side side, std::optional<bool> accept, SteadyTime now) {
    if (auto running = needs_running(); !running) return running;
    const bool answers = undo_asked_ == rules::other(side);
    if (answers && accept == false) {
        note({{"event", "undo-declined"}, {"side", letter(*undo_asked_)}});
        undo_asked_.reset();
        return Done{};
    }
    if (accept && !answers)
        return refuse(409, "nothing-to-undo", "nobody asked to take back a move");
    const auto plies = plies_after_undo(answers ? *undo_asked_ : side);
    if (!plies) return refuse(409, "nothing-to-undo", "there is no move of yours to take back");
    if (is_against_bot(side) || (answers && accept == true)) {
        take_back_to(*plies, now);
        return Done{};
    }
    if (undo_asked_ == side) return Done{};
    undo_asked_ = side;
    note({{"event", "undo-asked"}, {"side", letter(side)}});
    return Done{};
}

Granted<Done> LiveGame::resign(Side side) {
    if (state() == State::kWaiting) {
        end(Ending::kVoid, std::nullopt, "called off before the second player came");
        return Done{};
    }
    if (auto running = needs_running(); !running) return running;
    end(Ending::kResigned, rules::other(side),
        fmt::format("{} resigned at move {}", rules::to_capital(side), ply() + 1));
    return Done{};
}

void LiveGame::check_time(SteadyTime now) {
    const auto limit = deadline();
    if (!limit || now < *limit) return;
    (void)charge(now - turn_began_ + Duration(1));
}

Granted<bool> LiveGame::ask_rematch(Side side) {
    if (state() != State::kEnded) {
        return refuse(403, "not-allowed", "a rematch can be had when the game is over");
    }
    if (!next_.empty()) return false;
    if (*record_.ending == Ending::kVoid) {
        return refuse(403, "not-allowed", "this game never began");
    }
    if (is_against_bot(side) || rematch_asked_ == rules::other(side)) return true;
    if (rematch_asked_ != side) note({{"event", "rematch-asked"}, {"side", letter(side)}});
    rematch_asked_ = side;
    return false;
}

LiveGameSpec LiveGame::rematch_spec() const {
    LiveGameSpec spec = spec_;
    std::swap(spec.seats[0], spec.seats[1]);
    spec.previous = id_;
    spec.seed = random_seed();
    return spec;
}

void LiveGame::set_next(std::string id) {
    next_ = std::move(id);
    rematch_asked_.reset();
    note({{"event", "rematch"}, {"next", next_}});
}

std::optional<SteadyTime> LiveGame::deadline() const {
    if (state() != State::kRunning || seat(mover()).kind == Seat::Kind::kBot) return std::nullopt;
    const auto allowed = clock_.deadline(mover());
    if (!allowed) return std::nullopt;
    return turn_began_ + *allowed;
}

std::optional<Duration> LiveGame::bot_deadline() const {
    const auto allowed = clock_.deadline(mover());
    return allowed ? std::min<Duration>(*allowed, spec_.bot_time) : Duration(spec_.bot_time);
}

}  // namespace ninefold::server
