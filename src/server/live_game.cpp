// SPDX-License-Identifier: MIT
#include "server/live_game.h"

#include <algorithm>

#include "base/try.h"
#include "record/record_json.h"
#include "rules/position_text.h"
#include "server/guard.h"
#include "server/match_json.h"

namespace ninefold::server {

namespace {

using rules::Ending;
using rules::Side;

LiveGameSpec named(std::string id, LiveGameSpec spec) {
    spec.id = std::move(id);
    spec.x_name = spec.seats[0].name;
    spec.o_name = spec.seats[1].name;
    return spec;
}

}  // namespace

std::string_view name(LiveGame::State state) {
    static constexpr std::array kNames = {"waiting", "running", "ended"};
    return kNames[static_cast<std::size_t>(state)];
}

LiveGame::LiveGame(std::string id, LiveGameSpec spec, SteadyTime now)
    : spec_(named(std::move(id), std::move(spec))), game_(spec_), turn_began_(now) {
    const bool open = std::any_of(spec_.seats.begin(), spec_.seats.end(),
                                  [](const Seat& seat) { return seat.kind == Seat::Kind::kOpen; });
    if (open) secret_ = new_token();
}

LiveGame::State LiveGame::state() const {
    if (record().ending) return State::kEnded;
    return secret_.empty() ? State::kRunning : State::kWaiting;
}

bool LiveGame::is_bots_only() const {
    return seat(Side::kX).kind == Seat::Kind::kBot && seat(Side::kO).kind == Seat::Kind::kBot;
}

bool LiveGame::is_worth_keeping() const {
    return record().ending && *record().ending != Ending::kVoid;
}

HttpResult<Side> LiveGame::player(std::string_view token) const {
    for (const Side side : {Side::kX, Side::kO}) {
        if (same_secret(token, seat(side).token)) return side;
    }
    return refuse(403, "wrong-token", "this token is not one of the players' of game {}", id());
}

void LiveGame::note(Json event) {
    ++seq_;
    events_.push_back(std::move(event));
}

std::vector<Json> LiveGame::take_events() { return std::exchange(events_, {}); }

HttpResult<void> LiveGame::needs_running() const {
    if (state() == State::kRunning) return {};
    if (state() == State::kWaiting) {
        return refuse(409, "not-started", "the game waits for its second player");
    }
    return refuse(409, "game-over", "the game is over: {}", record().detail);
}

HttpResult<Side> LiveGame::join(std::string_view secret, std::string name, std::string token,
                                SteadyTime now) {
    if (state() == State::kEnded) return needs_running().error();
    if (secret_.empty()) return refuse(409, "taken", "both seats of game {} are taken", id());
    const bool invites_all = spec_.listed && secret.empty();
    if (!invites_all && !same_secret(secret, secret_)) {
        return refuse(403, "wrong-token", "the link's secret is not that of game {}", id());
    }
    const Side side = seat(Side::kX).kind == Seat::Kind::kOpen ? Side::kX : Side::kO;
    Seat& taken = spec_.seats[static_cast<std::size_t>(side)];
    taken = {Seat::Kind::kHuman, std::move(name), "", std::move(token), true};
    game_.set_name(side, taken.name);
    secret_.clear();
    announce_turn(now);
    note({{"event", "joined"}, {"side", letter(side)}, {"name", taken.name}});
    note({{"event", "started"}, {"clocks", clocks(now)}});
    return side;
}

HttpResult<void> LiveGame::play(Side side, rules::Move move, std::optional<std::int64_t> ply,
                                SteadyTime now) {
    // A client that lost its connection sends its move again.
    if (ply && *ply >= 1 && *ply <= this->ply()) {
        const bool same = record().plies[static_cast<std::size_t>(*ply - 1)].move == move;
        if (same) return {};
        return refuse(409, "stale", "move {} was made already: {}", *ply,
                      rules::to_text(record().plies[static_cast<std::size_t>(*ply - 1)].move));
    }
    TRY(needs_running());
    if (side != mover()) {
        return refuse(409, "not-your-turn", "it is {}'s turn", rules::to_capital(mover()));
    }
    if (ply && *ply != this->ply() + 1) {
        return refuse(409, "stale", "the next move is number {}, not {}", this->ply() + 1, *ply);
    }
    if (const std::string why = rules::why_illegal(position(), move); !why.empty()) {
        return refuse(409, "illegal-move", "{}: {}", rules::to_text(move), why);
    }
    take_answer({move, now - turn_began_, {}}, now);
    return {};
}

void LiveGame::take_answer(const bots::Answer& answer, SteadyTime now) {
    const Side side = mover();
    const int before = ply();
    const bool of_bot = seat(side).kind == Seat::Kind::kBot;
    game_.accept(
        answer, [&] { return answer.log; },
        of_bot ? std::optional<Duration>(spec_.bot_time) : std::nullopt);
    if (ply() != before) note_move(side, now);
    if (game_.has_ended()) note_end();
}

void LiveGame::note_move(Side side, SteadyTime now) {
    undo_asked_.reset();
    announce_turn(now);
    const record::Ply& ply = record().plies.back();
    Json event = {{"event", "move"},
                  {"ply", this->ply()},
                  {"side", letter(side)},
                  {"move", rules::to_text(ply.move)}};
    record::add_notes(event, ply);
    event["position"] = rules::to_text(position());
    event["turn"] = position().is_over() ? Json(nullptr) : Json(letter(mover()));
    event["clocks"] = clocks(now);
    note(std::move(event));
}

void LiveGame::note_end() {
    secret_.clear();
    undo_asked_.reset();
    Json event = {{"event", "ended"}};
    event.update(record::verdict_json(record()));
    event["clocks"] = clocks(turn_began_);
    note(std::move(event));
}

std::optional<std::size_t> LiveGame::plies_after_undo(Side side) const {
    std::size_t plies = record().plies.size();
    rules::Side made_by = rules::other(mover());
    while (plies > static_cast<std::size_t>(record().opening)) {
        --plies;
        if (made_by == side) return plies;
        made_by = rules::other(made_by);
    }
    return std::nullopt;
}

void LiveGame::take_back_to(std::size_t plies, SteadyTime now) {
    game_.take_back_to(plies);
    undo_asked_.reset();
    announce_turn(now);
    note({{"event", "undone"},
          {"ply", ply()},
          {"position", rules::to_text(position())},
          {"turn", letter(mover())},
          {"clocks", clocks(now)}});
}

HttpResult<void> LiveGame::undo(Side side, std::optional<bool> accept, SteadyTime now) {
    TRY(needs_running());
    const bool answers = undo_asked_ == rules::other(side);
    if (answers && accept == false) {
        note({{"event", "undo-declined"}, {"side", letter(*undo_asked_)}});
        undo_asked_.reset();
        return {};
    }
    if (accept && !answers)
        return refuse(409, "nothing-to-undo", "nobody asked to take back a move");
    const auto plies = plies_after_undo(answers ? *undo_asked_ : side);
    if (!plies) return refuse(409, "nothing-to-undo", "there is no move of yours to take back");
    if (is_against_bot(side) || (answers && accept == true)) {
        take_back_to(*plies, now);
        return {};
    }
    if (undo_asked_ == side) return {};
    undo_asked_ = side;
    note({{"event", "undo-asked"}, {"side", letter(side)}});
    return {};
}

HttpResult<void> LiveGame::resign(Side side) {
    if (state() == State::kWaiting) {
        game_.end(Ending::kVoid, std::nullopt, "called off before the second player came");
    } else if (auto running = needs_running(); !running) {
        return running;
    } else {
        game_.resign(side);
    }
    note_end();
    return {};
}

void LiveGame::check_time(SteadyTime now) {
    const auto limit = deadline();
    if (limit && now >= *limit) take_answer({bots::NoAnswer{}, now - turn_began_, {}}, now);
}

HttpResult<bool> LiveGame::ask_rematch(Side side) {
    if (state() != State::kEnded) {
        return refuse(403, "not-allowed", "a rematch can be had when the game is over");
    }
    if (!next_.empty()) return false;
    if (*record().ending == Ending::kVoid) {
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
    spec.previous = id();
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
    const auto allowed = game_.clock().deadline(mover());
    if (!allowed) return std::nullopt;
    return turn_began_ + *allowed;
}

Duration LiveGame::bot_deadline() const {
    const auto allowed = game_.clock().deadline(mover());
    return std::min<Duration>(allowed.value_or(Duration::max()), spec_.bot_time);
}

}  // namespace ninefold::server
