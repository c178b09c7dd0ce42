// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
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
    /// `most_of_one`: games of one maker that are shown.
    explicit Lobby(std::size_t kept_events, std::size_t most_of_one = SIZE_MAX);

    /// A game that runs or waits; one that has ended is announced once, then left out. Where
    /// it is not announced, only the snapshot changes. One more than its maker may show is left
    /// out until another one of that maker ends. `maker` is an address, empty where not known.
    void put_game(const Json& summary, const std::string& maker, bool announce);
    void remove_game(const std::string& id);
    void put_match(const Json& match);

    Json games() const;  ///< newest first
    void subscribe(const ListenerPointer& listener, std::optional<std::uint64_t> after);
    void unsubscribe(const Listener* listener);
    bool is_watched() const;

private:
    Json snapshot() const;
    Json list_of_games() const;
    bool has_place(const std::string& id, const std::string& maker) const;

    const std::size_t most_of_one_;
    mutable std::mutex mutex_;  ///< guards the rest
    Channel channel_;
    struct Shown {
        Json summary;
        std::string maker;
    };
    std::map<std::string, Shown> games_;
    std::map<std::int64_t, Json> matches_;
};

/// A number for a channel that lives in memory only: higher than any that an earlier run of the
/// server gave, so that a client that comes back is not taken for one that was here.
std::uint64_t first_seq();

}  // namespace ninefold::server
