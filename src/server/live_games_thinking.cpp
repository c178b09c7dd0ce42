// SPDX-License-Identifier: MIT
// What happens in live games without a person: bots think, clocks run out.
#include <algorithm>

#include "arena/event_json.h"
#include "server/live_games.h"
#include "server/match_json.h"

namespace ninefold::server {

namespace {

using rules::Side;
using Clock = std::chrono::steady_clock;

BotQuestion question_of(const LiveGame& game, Side side, std::uint64_t seed) {
    BotQuestion question;
    question.setup = {game.record().start, side, seed, 0};
    question.moves = game.moves();
    question.position = game.position();
    return question;
}

/// In whose line a game's bots wait: the player's who made the game or acted in it. A stranger who
/// had it loaded must not hold it up, so that until a player acts, it waits for its own turn.
/// Nobody can act in a game between bots.
std::string line_of(const LiveGame& game, const std::string& brought_by) {
    if (!game.spec().maker.empty()) return game.spec().maker;
    return game.is_bots_only() && !brought_by.empty() ? brought_by : game.id();
}

}  // namespace

/// Whatever has to happen next without a person: a bot thinks, or a clock is watched.
void LiveGames::step(const RoomPointer& room) {
    const LiveGame& game = room->game;
    if (closed_) return;
    watch_clock(*room);
    if (game.state() == LiveGame::State::kEnded) bot_pool_.forget(game.id());
    if (room->busy || room->thinking || game.state() != LiveGame::State::kRunning) return;
    if (game.seat(game.position().side()).kind != Seat::Kind::kBot) return;
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
    question.asker = line_of(game, room->brought_by);
    // People do not wait for the bots' games among themselves, even for their own.
    if (game.is_bots_only()) question.line = "bots";
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
    if (deadline) clocks_.set(room.game.id(), room.game.turn_began(), *deadline);
    else clocks_.forget(room.game.id());
    set_clock_alarm();
}

/// One alarm for all clocks. A replaced alarm is called nevertheless, so that none is set for
/// longer than a minute: deadlines can be a year away.
void LiveGames::set_clock_alarm() {
    const auto next = clocks_.next();
    if (!next) return;
    const SteadyTime time = std::min(*next, Clock::now() + std::chrono::minutes(1));
    if (clock_alarm_ <= time) return;
    clock_alarm_ = time;
    alarm_.at(time, [this, time] {
        const std::scoped_lock lock(mutex_);
        if (clock_alarm_ == time) clock_alarm_ = SteadyTime::max();
        check_clocks();
        set_clock_alarm();
    });
}

void LiveGames::check_clocks() {
    constexpr std::chrono::seconds kRetry{1};
    if (closed_) return;
    for (const std::string& id : clocks_.due(Clock::now(), kRetry)) {
        with_room(
            id, "",
            [this](const RoomPointer& room) {
                change_alone(room, [](Act& act) { act.game.check_time(act.now); });
            },
            [this, id](const HttpError& problem) {
                if (problem.status == 404) clocks_.forget(id);
            });
    }
}

void LiveGames::hint(const std::string& id, const Asker& asker, const std::string& token,
                     Reply reply) {
    const std::scoped_lock lock(mutex_);
    with_room(
        id, asker.address,
        [this, token, reply, asker](const RoomPointer& room) {
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
            question.asker = asker.address;
            question.stop = asker.gone;
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
