// SPDX-License-Identifier: MIT
#pragma once

#include <mutex>
#include <vector>

#include "arena/events.h"

namespace ninefold::arena {

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
