// SPDX-License-Identifier: MIT
#include "arena/referee.h"

#include <array>

namespace ninefold::arena {

namespace {

using bots::Answer;
using bots::Bot;
using rules::Side;

class Referee {
public:
    Referee(const GameSpec& spec, Bot& x, Bot& o, EventSink* sink, std::stop_token stop)
        : spec_(spec),
          bots_{&x, &o},
          sink_(sink),
          watched_(sink != nullptr && sink->wants_moves()),
          stop_(std::move(stop)),
          game_(spec) {
        if (by_proof(spec.adjudication.how)) prover_.emplace(spec.adjudication.proof);
    }

    record::GameRecord play();

private:
    void start_bots();
    void ask_mover();
    Answer answer_of_mover();
    void adjudicate_game();

    Bot& bot(Side side) { return *bots_[static_cast<std::size_t>(side)]; }
    GameInProgress::ReadLog log_of(Side side) {
        return [&bot = bot(side)] { return bot.log(); };
    }
    void send(const Event& event) {
        if (watched_) sink_->on_event(event);
    }

    const GameSpec& spec_;
    std::array<Bot*, 2> bots_;
    EventSink* sink_;
    bool watched_;
    std::stop_token stop_;
    GameInProgress game_;
    std::optional<Prover> prover_;
    bool broken_off_ = false;
};

/// Both bots get ready before the first question.
void Referee::start_bots() {
    std::array<std::optional<bots::Failure>, 2> failures;
    for (const Side side : {Side::kX, Side::kO}) {
        failures[static_cast<std::size_t>(side)] =
            bot(side).new_game({spec_.start, side, spec_.seed, spec_.number});
        broken_off_ = stop_.stop_requested();
        if (broken_off_) return;
        game_.introduce(side, bot(side));
    }
    game_.accept_start(failures, {log_of(Side::kX), log_of(Side::kO)});
}

record::GameRecord Referee::play() {
    if (sink_ != nullptr) sink_->on_event(GameStarted{spec_.number, &game_.record()});
    if (!game_.has_ended()) start_bots();
    while (!game_.has_ended() && !broken_off_) ask_mover();
    return game_.take_record();
}

Answer Referee::answer_of_mover() {
    const Side side = game_.mover();
    std::function<void(const protocol::Info&)> on_info;
    if (watched_) {
        on_info = [this, side](const protocol::Info& info) {
            send(InfoReceived{spec_.number, side, info});
        };
    }
    const GameClock& clock = game_.clock();
    return bot(side).ask({spec_.start, game_.moves(), game_.position(), clock.limits(side),
                          clock.deadline(side), on_info},
                         stop_);
}

void Referee::ask_mover() {
    const Side side = game_.mover();
    const int before = game_.ply();
    const Answer answer = answer_of_mover();
    bot(side).rest();
    const auto* none = std::get_if<bots::NoAnswer>(&answer.what);
    broken_off_ = none != nullptr && none->stopped;
    const Side resting = rules::other(side);
    // Whatever the answer is: what the opponent did may be why it is late.
    if (const auto fault = bot(resting).fault_at_rest(); fault && !broken_off_) {
        return game_.fail(resting, *fault, log_of(resting));
    }
    game_.accept(answer, log_of(side));
    if (game_.ply() == before) return;
    send(MovePlayed{spec_.number, game_.ply(), side, &game_.record().plies.back()});
    if (!game_.has_ended()) adjudicate_game();
}

void Referee::adjudicate_game() {
    Prover* const prover = prover_ ? &*prover_ : nullptr;
    if (const auto early =
            adjudicate(spec_.adjudication, prover, game_.record(), game_.position())) {
        game_.end(rules::Ending::kAdjudicated, early->winner, early->sentence);
    }
}

}  // namespace

record::GameRecord play_game(const GameSpec& spec, bots::Bot& x, bots::Bot& o, EventSink* sink,
                             std::stop_token stop) {
    return Referee(spec, x, o, sink, std::move(stop)).play();
}

}  // namespace ninefold::arena
