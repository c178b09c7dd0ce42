// SPDX-License-Identifier: MIT
// What happens in live games without a person: bots think, clocks run out.
#include "arena/event_json.h"
#include "server/live_games.h"
#include "server/match_json.h"

namespace ninefold::server {

namespace {

using rules::Side;
using Clock = std::chrono::steady_clock;

BotQuestion question_of(const LiveGame& game, Side side, std::uint64_t seed) {
    BotQuestion question;
    question.asker = game.spec().maker;
    question.setup = {game.record().start, side, seed, 0};
    question.moves = game.moves();
    question.position = game.position();
    return question;
}

}  // namespace

/// Whatever has to happen next without a person: a bot thinks, or a clock is watched.
void LiveGames::step(const RoomPointer& room) {
    const LiveGame& game = room->game;
    if (game.state() == LiveGame::State::kEnded && !closed_) bot_pool_.forget(game.id());
    if (closed_ || room->busy || room->thinking || game.state() != LiveGame::State::kRunning)
        return;
    if (game.seat(game.position().side()).kind != Seat::Kind::kBot) return watch_clock(*room);
    const SteadyTime due =
        game.turn_began() + (game.is_bots_only() ? game.spec().pace : std::chrono::milliseconds(0));
    if (game.ply() > game.record().opening && Clock::now() < due) return step_later(game.id(), due);
    ask_bot(room);
}

void LiveGames::later(SteadyTime time, const std::string& id, WithRoom call) {
    alarm_.at(time, [this, id, call = std::move(call)] {
        const std::scoped_lock lock(mutex_);
        if (const auto found = rooms_.find(id); found != rooms_.end())
            call(RoomPointer(found->second));
    });
}

void LiveGames::ask_bot(const RoomPointer& room) {
    const LiveGame& game = room->game;
    const Side side = game.position().side();
    room->thinking.emplace();
    BotQuestion question = question_of(game, side, game.spec().seed);
    question.bot = game.seat(side).bot;
    question.game = game.id();
    // People do not wait for the bots' games among themselves, even for their own.
    if (game.is_bots_only()) question.asker += " bots";
    question.limits = game.limits();
    question.deadline = game.bot_deadline();
    question.stop = room->thinking->get_token();
    question.on_info = [this, room, side, last = SteadyTime{}](const protocol::Info& info) mutable {
        const SteadyTime now = Clock::now();
        if (now - last < settings_.info_pause) return;
        last = now;
        const std::scoped_lock lock(mutex_);
        Json news = {{"event", "info"}, {"pv", Json::array()}};
        news.update(arena::info_json(info, side));
        room->channel.tell(news);
    };
    question.on_answer = [this, room, stop = question.stop](const bots::Answer& answer) {
        const std::scoped_lock lock(mutex_);
        if (closed_ || stop.stop_requested()) return;
        const auto take = [this, room, stop, answer] {
            if (stop.stop_requested()) return;
            room->thinking.reset();
            change_alone(room, [&](Act& act) { act.game.take_answer(answer, act.now); });
        };
        if (room->busy) room->line.push_back(take);
        else take();
    };
    if (bot_pool_.ask(std::move(question))) return;
    room->thinking.reset();
    step_later(game.id(), Clock::now() + std::chrono::milliseconds(200));
}

void LiveGames::watch_clock(const Room& room) {
    const auto deadline = room.game.deadline();
    if (!deadline) return;
    later(*deadline, room.game.id(), [this, seq = room.game.seq()](const RoomPointer& again) {
        // Where a change is on its way, its end sets the next alarm.
        if (closed_ || again->busy || again->game.seq() != seq) return;
        change_alone(again, [](Act& act) { act.game.check_time(act.now); });
    });
}

void LiveGames::hint(const std::string& id, const std::string& token, Reply reply,
                     const std::stop_token& gone) {
    const std::scoped_lock lock(mutex_);
    with_room(
        id,
        [this, token, reply, gone](const RoomPointer& room) {
            const LiveGame& game = room->game;
            const auto side = game.player(token);
            if (!side) return reply(side.error());
            if (const auto runs = game.needs_running(); !runs) return reply(runs.error());
            if (!game.is_alone(*side)) {
                return reply(
                    refuse(403, "not-allowed", "there are no hints in a game against a person"));
            }
            if (*side != game.position().side()) {
                return reply(refuse(409, "not-your-turn", "it is the bot's turn"));
            }
            BotQuestion question = question_of(game, *side, 1);
            question.bot = "engine:level=10";
            question.stop = gone;
            question.on_stopped = [reply] {
                reply(refuse(503, "busy", "nobody waits for the answer"));
            };
            question.deadline = std::chrono::milliseconds(500);
            question.on_answer = [reply, at = *side](const bots::Answer& answer) {
                const auto* move = std::get_if<rules::Move>(&answer.what);
                if (move == nullptr) {
                    const auto* failure = std::get_if<bots::Failure>(&answer.what);
                    return reply(refuse(500, "internal", "the engine {}",
                                        failure ? failure->sentence : "had no move"));
                }
                const Json info = arena::info_json(answer.info, at);
                Json json = {{"move", rules::to_text(*move)}, {"pv", moves_json(answer.info.pv)}};
                for (const char* name : {"eval", "depth"}) {
                    if (info.contains(name)) json[name] = info[name];
                }
                reply(std::move(json));
            };
            if (!bot_pool_.ask(std::move(question))) {
                reply(refuse(503, "busy", "too many bots are thinking; try again"));
            }
        },
        reply);
}

}  // namespace ninefold::server
