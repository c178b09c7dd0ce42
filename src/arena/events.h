// SPDX-License-Identifier: MIT
#pragma once

#include <mutex>
#include <variant>
#include <vector>

#include "protocol/info.h"
#include "record/game_record.h"

namespace ninefold::arena {

struct MatchSpec;
struct MatchReport;

/// The one stream of what happens, for the terminal, the store, the page and `--events`. `game` is
/// the number of the game in its match, from 0.
struct MatchStarted {
    const MatchSpec* spec = nullptr;  ///< valid during the call
};

struct GameStarted {
    int game = 0;
    const record::GameRecord* record = nullptr;  ///< players, rules, opening; valid during the call
};

struct MovePlayed {
    int game = 0;
    int ply = 0;  ///< of this move, from 1
    rules::Side side = rules::Side::kX;
    const record::Ply* move = nullptr;  ///< valid during the call
};

struct InfoReceived {
    int game = 0;
    rules::Side side = rules::Side::kX;
    protocol::Info info;  ///< in the view of `side`
};

/// Sent after the game is kept.
struct GameEnded {
    int game = 0;
    const record::GameRecord* record = nullptr;  ///< valid during the call
    bool a_is_x = true;
};

struct MatchEnded {
    const MatchSpec* spec = nullptr;  ///< valid during the call
    const MatchReport* report = nullptr;
};

using Event =
    std::variant<MatchStarted, GameStarted, MovePlayed, InfoReceived, GameEnded, MatchEnded>;

/// Listens to events. Called from several threads at once unless it stands behind a Broadcaster.
class EventSink {
public:
    virtual ~EventSink() = default;
    virtual void on_event(const Event& event) = 0;
    /// Whether it looks at moves and infos; a match that nobody watches does not make them.
    virtual bool wants_moves() const { return true; }
};

/// Listens to games that end, and to nothing else.
class GameEndSink : public EventSink {
public:
    virtual void on_end(const GameEnded& game) = 0;
    void on_event(const Event& event) final {
        if (const auto* ended = std::get_if<GameEnded>(&event)) on_end(*ended);
    }
    bool wants_moves() const final { return false; }
};

/// Passes every event to all listeners, one at a time, in the order they were added; moves and
/// infos to those who want them. Listeners are added before the first event and outlive the
/// broadcaster.
class Broadcaster final : public EventSink {
public:
    /// Another broadcaster's listeners become listeners of this one.
    void add(EventSink& sink) {
        if (const auto* other = dynamic_cast<const Broadcaster*>(&sink)) {
            for (EventSink* each : other->all_) add(*each);
            return;
        }
        all_.push_back(&sink);
        if (sink.wants_moves()) moves_.push_back(&sink);
    }

    void on_event(const Event& event) override {
        const bool is_move = std::holds_alternative<MovePlayed>(event) ||
                             std::holds_alternative<InfoReceived>(event);
        const std::scoped_lock lock(mutex_);
        for (EventSink* sink : is_move ? moves_ : all_) sink->on_event(event);
    }
    bool wants_moves() const override { return !moves_.empty(); }

private:
    std::mutex mutex_;
    std::vector<EventSink*> all_, moves_;
};

}  // namespace ninefold::arena
