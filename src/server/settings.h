// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

#include "server/worker_pool.h"

namespace ninefold::server {

/// How much is kept of the bots that the organiser sends.
struct SentBotLimits {
    std::uintmax_t bytes = std::uintmax_t{64} << 20;  ///< of the disk, all together
    std::chrono::hours age{24 * 7};  ///< until one that no match or tournament names is forgotten
};

/// The numbers of this room that can be tuned. Tests make some small; programs use the defaults.
struct Settings {
    // Connections.
    int io_threads = 2;
    std::size_t most_connections = 4096;
    /// Of one address, where the server is public; on a loopback address all come from one.
    std::size_t most_connections_of_one = 64;
    std::chrono::milliseconds request_time{15'000};  ///< for a whole request, its wait included
    std::chrono::milliseconds idle_time{60'000};     ///< until a silent WebSocket is pinged
    std::size_t most_header_bytes = 8 * 1024;
    std::size_t most_body_bytes = 64 * 1024;  ///< of a request, and of a frame

    // One WebSocket.
    std::size_t most_queued = 512;                         ///< messages that wait to be sent …
    std::size_t most_queued_bytes = std::size_t{1} << 20;  ///< … and their bytes; besides these,
    /// bytes of snapshots and missed events: some 80 events of each of 64 games
    std::size_t most_catch_up_bytes = std::size_t{2} << 20;
    std::size_t most_channels = 64;
    double messages_per_second = 50;  ///< received; bursts of twice as many are fine

    // Games.
    std::size_t most_games = 2'000;           ///< in memory; idle ones are only on the disk
    std::size_t most_games_of_one = 200;      ///< of those, of one address on a public server
    std::size_t most_listed_of_one = 10;      ///< games of one address that the lobby shows
    std::size_t most_clocks = 100'000;        ///< that run, of games in memory or on the disk
    std::size_t kept_events = 256;            ///< of each channel, for clients that come back
    double new_games_per_minute = 60;         ///< of one address, where the server is public …
    double new_games_per_minute_here = 3000;  ///< … and on a loopback address, which all share
    double analyses_per_minute = 120;         ///< the same, hints included
    double analyses_per_minute_here = 3000;
    double guesses_per_minute = 10;  ///< wrong tokens of one address, wherever
    std::chrono::milliseconds presence_pause{1'000};
    std::chrono::milliseconds silence_grace{1'000};  ///< for a message that a client promised
    std::chrono::minutes idle_game_time{10};  ///< until a game nobody looks at leaves the memory
    /// From a game's last change to the latest of any; looked for at the start and after …
    int forget_after_days = 60;
    std::chrono::milliseconds forget_pause = std::chrono::hours(24);  ///< … each such pause

    // Thinking.
    int bot_threads = 2;
    int analysis_threads = 2;
    QueueLimits questions{2'000, 500};  ///< to bots in games, waiting
    QueueLimits analyses{64, 16};       ///< waiting
    std::size_t bot_hash_mb = 4;        ///< of each engine that a thread keeps
    std::size_t analysis_hash_mb = 16;

    // Matches.
    std::chrono::milliseconds look_pause{250};  ///< between looks at the database …
    std::chrono::milliseconds interest{5'000};  ///< … for this long after a request
    std::chrono::milliseconds info_pause{100};  ///< between infos of one side
    SentBotLimits sent_bots;
};

}  // namespace ninefold::server
