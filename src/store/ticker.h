// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "arena/events.h"
#include "base/result.h"
#include "record/game_record.h"
#include "store/game_id.h"

namespace ninefold::store {

class Database;

/// How often the ticker is written, and how soon what it says is no longer true.
struct TickerSettings {
    std::chrono::milliseconds pause{250};      ///< between writes, and between looks at who watches
    std::chrono::milliseconds fresh{5'000};    ///< a sign of life is good for so long …
    std::chrono::milliseconds renewal{2'000};  ///< … and is given again after this
};

/// Writes the games of one match as they are being played into the database, for servers in other
/// processes; but only while one of those watches. What it writes need not survive a crash, so that
/// no write waits for the disk. An EventSink that never waits either: a thread of its own writes.
class TickerWriter final : public arena::EventSink {
public:
    static base::Result<std::unique_ptr<TickerWriter>> open(const std::filesystem::path& path,
                                                            MatchId match,
                                                            const TickerSettings& settings = {});
    /// Takes its games from the ticker.
    ~TickerWriter() override;
    TickerWriter(const TickerWriter&) = delete;
    TickerWriter& operator=(const TickerWriter&) = delete;

    void on_event(const arena::Event& event) override;

private:
    TickerWriter(std::unique_ptr<Database> database, MatchId match, const TickerSettings& settings);
    void work();
    base::Result<void> write();
    base::Result<void> write_changes(std::int64_t now);
    base::Result<bool> is_watched(std::int64_t now);
    base::Result<void> clear();

    const MatchId match_;
    const TickerSettings settings_;
    std::unique_ptr<Database> database_;  ///< the thread's own, like the next
    std::int64_t renewed_ = 0;

    std::mutex mutex_;  ///< guards the rest
    std::condition_variable closing_;
    std::map<int, record::GameRecord> games_;
    std::set<int> changed_;  ///< begun, gone on or ended since the last write
    bool closed_ = false;
    std::thread thread_;
};

struct TickerGame {
    GameId id;
    record::GameRecord game;  ///< without an ending
};

/// Reads what TickerWriters of other processes write. One thread at a time.
class TickerReader {
public:
    static base::Result<std::unique_ptr<TickerReader>> open(const std::filesystem::path& path,
                                                            const TickerSettings& settings = {});
    ~TickerReader();
    TickerReader(const TickerReader&) = delete;
    TickerReader& operator=(const TickerReader&) = delete;

    /// Says that somebody watches; to be repeated with every look.
    base::Result<void> watch();
    /// All games that are being played, by match and number.
    base::Result<std::vector<TickerGame>> games();

private:
    TickerReader(std::unique_ptr<Database> database, const TickerSettings& settings);

    const TickerSettings settings_;
    std::unique_ptr<Database> database_;
    std::int64_t renewed_ = 0;
};

}  // namespace ninefold::store
