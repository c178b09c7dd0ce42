// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <vector>

#include "arena/events.h"
#include "base/result.h"
#include "record/game_record.h"
#include "store/game_id.h"

namespace ninefold::store {

class Database;

/// How often the feed is written, and how soon what it says is no longer true.
struct LiveFeedSettings {
    std::chrono::milliseconds pause{250};      ///< between writes, and between looks at who watches
    std::chrono::milliseconds fresh{5'000};    ///< a heartbeat is valid for this long …
    std::chrono::milliseconds renewal{2'000};  ///< … and is renewed after this
};

/// Writes the games of one match as they are being played into the database, for servers in other
/// processes; but only while one of those watches. What it writes need not survive a crash, so that
/// no write waits for the disk. The sink never waits either: a thread of its own writes. When it
/// goes, it takes its games from the feed.
base::Result<std::unique_ptr<arena::EventSink>> open_live_feed(
    const std::filesystem::path& path, MatchId match, const LiveFeedSettings& settings = {});

struct LiveFeedGame {
    GameId id;
    record::GameRecord game;  ///< without an ending
};

/// Reads what the feeds of other processes write. One thread at a time.
class LiveFeedReader {
public:
    static base::Result<std::unique_ptr<LiveFeedReader>> open(
        const std::filesystem::path& path, const LiveFeedSettings& settings = {});
    ~LiveFeedReader();

    /// Says that somebody watches; to be repeated with every look.
    base::Result<void> watch();
    /// All games that are being played, by match and number.
    base::Result<std::vector<LiveFeedGame>> games();

private:
    LiveFeedReader(std::unique_ptr<Database> database, const LiveFeedSettings& settings);

    const LiveFeedSettings settings_;
    std::unique_ptr<Database> database_;
    std::int64_t renewed_ = 0;
};

}  // namespace ninefold::store
