// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <unordered_map>

#include "rules/move.h"
#include "server/json.h"

namespace ninefold::server {

/// Somebody who listens to channels: a WebSocket. send() is called from any thread, never waits and
/// takes care of slow readers itself.
class Listener {
public:
    virtual ~Listener() = default;
    virtual void send(SharedText text) = 0;
    /// The same for what is sent at once because it asked for it, a snapshot or missed events: such
    /// messages waiting do not mean that it reads slowly.
    virtual void catch_up(SharedText text) { send(std::move(text)); }
    /// Turns false before it leaves its channels, so that no channel adds it while it is closing.
    virtual bool is_open() const = 0;
    /// False while it has not said what it promised to say by now: its connection may be dead.
    virtual bool is_heard() const { return true; }
};
using ListenerPointer = std::shared_ptr<Listener>;

/// A listener that is about to join a channel. That may have to wait for the disk, and the listener
/// may leave meanwhile: `left` is stopped before it is removed from the channel.
struct Subscriber {
    std::weak_ptr<Listener> listener;
    std::stop_token left{};
    std::string address{};  ///< the client's

    /// Null where it has left. Called with the channel's lock held.
    ListenerPointer still_there() const {
        return left.stop_requested() ? nullptr : listener.lock();
    }
};

/// One stream of numbered events with those who listen to it, and the latest events for those who
/// come back. Each event is printed once. Its owner's lock guards it.
class Channel {
public:
    /// The first event will have the number after `seq`.
    Channel(std::string name, std::uint64_t seq, std::size_t kept_events)
        : name_(std::move(name)), seq_(seq), kept_events_(kept_events) {}

    /// `event` has a member "event"; type, channel and number are put before it.
    void publish(const Json& event);
    /// Counts an event that nobody listens to, without building its string: a client that
    /// comes back later gets a snapshot.
    void skip() {
        ++seq_;
        events_.clear();
    }
    /// Without number, and not kept.
    void tell(const Json& news);

    /// Adds a listener and sends it what it missed after `after`; false where that is not known, so
    /// that it needs a snapshot. Events wait for that.
    bool resume(const ListenerPointer& listener, std::optional<rules::Side> player,
                std::optional<std::uint64_t> after);
    /// To a listener that was added; then what was published since, which the snapshot may have.
    void send_snapshot(const Listener* listener, const Json& data);
    void remove(const Listener* listener);

    std::size_t listeners() const { return listeners_.size(); }
    /// Forgets listeners that are gone without having said so.
    void prune();
    std::size_t spectators() const;
    bool is_present(rules::Side side) const;

private:
    struct Entry {
        std::weak_ptr<Listener> listener;
        std::optional<rules::Side> player;
        std::optional<std::uint64_t> waits_since{};  ///< the last event before, until its snapshot
    };
    void send_to_all(const SharedText& text);
    void send_latest(Listener& listener, std::uint64_t count) const;

    std::string name_;
    std::uint64_t seq_;
    std::size_t kept_events_;
    std::deque<SharedText> events_;  ///< the last one has the number seq_
    std::unordered_map<const Listener*, Entry> listeners_;
};

}  // namespace ninefold::server
