// SPDX-License-Identifier: MIT
#include "server/live_games.h"

#include <utility>
#include <vector>

#include "base/try.h"
#include "server/guard.h"
#include "server/match_json.h"

namespace ninefold::server {

namespace {

using rules::Side;
using Clock = std::chrono::steady_clock;

Json tokens_json(const LiveGame& game) {
    return {{"x", text_or_null(game.seat(Side::kX).token)},
            {"o", text_or_null(game.seat(Side::kO).token)}};
}

store::LiveGameChange row_of(const LiveGame& game) {
    return {{game.id(), game.save(), game.state() == LiveGame::State::kEnded, game.kept()}};
}

}  // namespace

LiveGames::LiveGames(const Settings& settings, std::unique_ptr<store::LiveGameStore> store,
                     Lobby& lobby)
    : settings_(settings),
      lobby_(lobby),
      clocks_(settings.most_clocks),
      keeper_(std::move(store)),
      bot_pool_(settings.bot_threads, settings.questions, settings.bot_hash_mb) {}

LiveGames::~LiveGames() { close(); }

void LiveGames::close() {
    {
        const std::scoped_lock lock(mutex_);
        closed_ = true;
    }
    alarm_.close();
    bot_pool_.close();
    keeper_.close();
}

LiveGames::RoomPointer LiveGames::add_room(LiveGame game, const std::string& brought_by,
                                           bool announce) {
    auto room = std::make_shared<Room>(std::move(game), brought_by, settings_.kept_events);
    room->used = Clock::now();
    rooms_[room->game.id()] = room;
    tell_lobby(*room, announce);
    step(room);
    return room;
}

void LiveGames::tell_lobby(const Room& room, bool announce) {
    if (room.game.spec().listed) lobby_.put_game(summary(room), room.brought_by, announce);
}

void LiveGames::with_room(const std::string& id, const std::string& asker, const WithRoom& call,
                          const OnRefused& missing) {
    if (closed_) return missing(refuse(503, "busy", "the server is being stopped"));
    if (const auto found = rooms_.find(id); found != rooms_.end()) {
        const RoomPointer room = found->second;
        room->used = Clock::now();
        if (!room->busy) return call(room);
        return room->line.push_back([room, call] { call(room); });
    }
    keeper_.load(id, [this, id, asker, call, missing](const auto& row) {
        const std::scoped_lock lock(mutex_);
        if (!row) return missing(internal(row.error()));
        if (!*row) return missing(refuse(404, "not-found", "there is no game of this id"));
        // Somebody else may have asked for it at the same time.
        if (rooms_.contains(id)) return with_room(id, asker, call, missing);
        auto game = LiveGame::load(id, (*row)->state, (*row)->kept, Clock::now());
        if (!game) return missing(internal(game.error()));
        if (const auto fits = make_place(asker); !fits) return missing(fits.error());
        if (const auto began = clocks_.turn_began(id)) game->announce_turn(*began);
        call(add_room(std::move(*game), asker, false));
    });
}

void LiveGames::create(LiveGameSpec spec, const Reply& reply) {
    const std::scoped_lock lock(mutex_);
    if (closed_) return reply(refuse(503, "busy", "the server is being stopped"));
    if (const auto fits = make_place(spec.maker); !fits) return reply(fits.error());
    auto shared = std::make_shared<LiveGame>(new_game_id(), std::move(spec), Clock::now());
    keeper_.keep(row_of(*shared), [this, shared, reply](const auto& kept) {
        const std::scoped_lock guard(mutex_);
        if (!kept) return reply(internal(kept.error()));
        shared->announce_turn(Clock::now());
        // Others may have come meanwhile. If no game can go, this one is over the limit.
        const std::string maker = shared->spec().maker;
        (void)make_place(maker);
        const RoomPointer room = add_room(std::move(*shared), maker, true);
        const LiveGame& made = room->game;
        reply(Json{{"game", state(*room)},
                   {"tokens", tokens_json(made)},
                   {"secret", text_or_null(made.secret())}});
    });
}

void LiveGames::act(const std::string& id, const std::string& asker, const Action& action,
                    const Reply& reply) {
    const std::scoped_lock lock(mutex_);
    with_room(
        id, asker,
        [this, asker, action, reply](const RoomPointer& room) {
            change(room, asker, action, reply);
        },
        reply);
}

/// A change is made on a copy, which replaces the game once the disk has it.
void LiveGames::change(const RoomPointer& room, const std::string& asker, const Action& action,
                       const Reply& reply) {
    auto copy = std::make_shared<LiveGame>(room->game);
    // Who made a game is not on disk. A client that may not act in it changes nothing: the copy is
    // dropped.
    if (copy->spec().maker.empty()) copy->set_maker(asker);
    auto act = std::make_shared<Act>(Act{*copy, Clock::now()});
    if (const auto granted = action(*act); !granted) return reply(granted.error());
    auto events = std::make_shared<std::vector<Json>>(copy->take_events());
    if (events->empty()) {
        act->answer["game"] = state(*room);
        return reply(std::move(act->answer));
    }
    room->busy = true;
    store::LiveGameChange row = row_of(*copy);
    const bool ends = room->game.state() != LiveGame::State::kEnded && copy->is_worth_keeping();
    if (ends) row.finished = copy->record();
    const auto on_kept = [this, room, copy, act, events, reply](const auto& kept) {
        const std::scoped_lock lock(mutex_);
        settle(room, std::move(*copy), *act, std::move(*events), reply, kept);
    };
    // Nobody may be sent to a rematch that is not on the disk.
    std::optional<store::LiveGameChange> created;
    if (act->created) created = row_of(*act->created);
    keeper_.keep(std::move(row), on_kept, std::move(created));
}

void LiveGames::change_alone(const RoomPointer& room, const std::function<void(Act&)>& action) {
    const auto granted = [&](Act& act) {
        action(act);
        return HttpResult<void>();
    };
    change(room, "", granted, [](const auto&) {});
}

void LiveGames::settle(const RoomPointer& room, LiveGame game, Act& act, std::vector<Json> events,
                       const Reply& reply, const base::Result<std::optional<store::GameId>>& kept) {
    // While this game is busy, so that it does not make place itself. Where none can be made, the
    // rematch is on disk until somebody asks for it.
    if (const std::string& maker = game.spec().maker; kept && act.created && make_place(maker)) {
        add_room(std::move(*act.created), maker, true);
    }
    room->busy = false;
    if (!kept) {
        reply(internal(base::fail("the game could not be kept: {}", kept.error().message)));
        step_later(room->game.id(), Clock::now() + std::chrono::seconds(1));
        return serve_line(room);
    }
    if (room->thinking) room->thinking->request_stop();
    room->thinking.reset();
    const bool new_turn = game.turn_began() != room->game.turn_began();
    room->game = std::move(game);
    if (const std::string& maker = room->game.spec().maker; !maker.empty()) {
        room->brought_by = maker;
    }
    if (*kept) room->game.set_kept(**kept);
    if (new_turn) room->game.announce_turn(Clock::now());
    publish(*room, std::move(events));
    act.answer["game"] = state(*room);
    reply(std::move(act.answer));
    step(room);
    serve_line(room);
}

void LiveGames::publish(Room& room, std::vector<Json> events) {
    bool announce = false;
    for (Json& event : events) {
        const std::string& what = event["event"].get_ref<const std::string&>();
        announce = announce || what == "started" || what == "ended";
        if (what == "ended") {
            const auto& kept = room.game.kept();
            event["kept"] = kept ? Json(store::to_text(*kept)) : Json(nullptr);
        }
        room.channel.publish(event);
    }
    tell_lobby(room, announce);
}

void LiveGames::serve_line(const RoomPointer& room) {
    while (!room->busy && !room->line.empty()) {
        const auto next = std::move(room->line.front());
        room->line.pop_front();
        next();
    }
}

void LiveGames::look(const std::string& id, const std::string& asker, const Look& look,
                     const OnRefused& on_refused) {
    const std::scoped_lock lock(mutex_);
    with_room(
        id, asker, [this, look](const RoomPointer& room) { look(room->game, presence(*room)); },
        on_refused);
}

void LiveGames::subscribe(const std::string& id, const Subscriber& subscriber,
                          const std::string& token, std::optional<std::uint64_t> after,
                          const OnRefused& on_refused) {
    const std::scoped_lock lock(mutex_);
    with_room(
        id, subscriber.address,
        [this, subscriber, token, after, on_refused](const RoomPointer& room) {
            const ListenerPointer still = subscriber.still_there();
            if (!still) return;
            std::optional<Side> player;
            if (!token.empty()) {
                const auto side = room->game.player(token);
                if (!side) return on_refused(side.error());
                player = *side;
            }
            if (!room->channel.resume(still, player, after)) {
                room->channel.send_snapshot(still.get(), state(*room));
            }
            presence_changed(*room);
        },
        on_refused);
}

void LiveGames::unsubscribe(const std::string& id, const Listener* listener) {
    const std::scoped_lock lock(mutex_);
    const auto found = rooms_.find(id);
    if (found == rooms_.end()) return;
    found->second->channel.remove(listener);
    presence_changed(*found->second);
}

/// At once: the opponent waits, and one listener's silence is no crowd.
void LiveGames::hearing_changed(const std::string& id) {
    const std::scoped_lock lock(mutex_);
    if (const auto found = rooms_.find(id); found != rooms_.end()) tell_presence(*found->second);
}

/// Announced after a moment, so that a crowd that comes at once is announced once.
void LiveGames::presence_changed(Room& room) {
    if (room.presence_due) return;
    room.presence_due = true;
    later(Clock::now() + settings_.presence_pause, room.game.id(),
          [this](const RoomPointer& again) { tell_presence(*again); });
}

void LiveGames::tell_presence(Room& room) {
    room.presence_due = false;
    const Presence now = presence(room);
    if (now == room.told) return;
    room.told = now;
    room.channel.tell({{"event", "presence"},
                       {"x", now.players[0]},
                       {"o", now.players[1]},
                       {"spectators", now.spectators}});
    // The lobby shows a waiting game only while its maker is connected.
    if (room.game.state() == LiveGame::State::kWaiting) tell_lobby(room, true);
}

Presence LiveGames::presence(const Room& room) const {
    Presence presence;
    for (const Side side : {Side::kX, Side::kO}) {
        presence.players[static_cast<std::size_t>(side)] =
            room.game.seat(side).kind == Seat::Kind::kBot || room.channel.is_present(side);
    }
    presence.spectators = room.channel.spectators();
    return presence;
}

Json LiveGames::summary(const Room& room) const {
    const Presence now = presence(room);
    bool present = true;
    for (const Side side : {Side::kX, Side::kO}) {
        const bool is_taken = room.game.seat(side).kind != Seat::Kind::kOpen;
        present = present && (!is_taken || now.players[static_cast<std::size_t>(side)]);
    }
    Json json = room.game.summary(now.spectators);
    json["present"] = present;
    return json;
}

Json LiveGames::state(const Room& room) const {
    return room.game.to_json(presence(room), Clock::now());
}

}  // namespace ninefold::server
