// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "server/channel.h"

namespace ninefold::server {

/// What is being played: listed games that run, and the latest matches. Knows only their
/// summaries (docs/api.md), which the others give it. Any thread.
class Lobby {
public:
    explicit Lobby(std::size_t kept_events);

    /// A game that runs or waits; one that has ended is announced once, then left out. Where
    /// it is not announced, only the snapshot changes.
    void put_game(const Json& summary, bool announce);
    void remove_game(const std::string& id);
    void put_match(const Json& match);

    Json games() const;  ///< newest first
    void subscribe(const ListenerPointer& listener, std::optional<std::uint64_t> after);
    void unsubscribe(const Listener* listener);
    bool is_watched() const;

private:
    Json snapshot() const;
    Json list_of_games() const;

    mutable std::mutex mutex_;  ///< guards the rest
    Channel channel_;
    std::map<std::string, Json> games_;
    std::map<std::int64_t, Json> matches_;
};

/// A number for a channel that lives in memory only: higher than any that an earlier run of the
/// server gave, so that a client that comes back is not taken for one that was here.
std::uint64_t first_seq();

}  // namespace ninefold::server
