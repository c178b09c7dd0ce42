// SPDX-License-Identifier: MIT
#pragma once

#include <mutex>
#include <vector>

#include "arena/events.h"

namespace ninefold::arena {

/// Passes every event to all listeners, one at a time, in the order they were added. Listeners are
/// added before the first event and outlive the broadcaster.
class Broadcaster final : public EventSink {
public:
    void add(EventSink& sink) { sinks_.push_back(&sink); }

    void on_event(const Event& event) override {
        const std::scoped_lock lock(mutex_);
        for (EventSink* sink : sinks_) sink->on_event(event);
    }
    bool wants_moves() const override {
        for (const EventSink* sink : sinks_) {
            if (sink->wants_moves()) return true;
        }
        return false;
    }

private:
    std::mutex mutex_;
    std::vector<EventSink*> sinks_;
};

}  // namespace ninefold::arena
