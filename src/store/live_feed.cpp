// SPDX-License-Identifier: MIT
#include "store/live_feed.h"

#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include "base/wait_for_stop.h"
#include "record/record_json.h"
#include "store/database.h"
#include "store/game_row.h"
#include "store/schema.h"

namespace ninefold::store {

namespace {

using std::chrono::milliseconds;

/// Of the machine, so that processes agree on it.
std::int64_t now_ms() {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<milliseconds>(now).count();
}

/// Whether a time is no further than this from now. One that lies ahead is as old as one that lies
/// behind: the clock was set back since.
bool is_near(std::int64_t time, std::int64_t now, milliseconds most) {
    return time > now - most.count() && time < now + most.count();
}

base::Result<std::unique_ptr<Database>> open_database(const std::filesystem::path& path) {
    auto database = TRY(open_games(path, Database::Mode::kCreate));
    // A commit does not wait for the disk; the file stays sound all the same.
    TRY(database->execute("PRAGMA synchronous = NORMAL"));
    return database;
}

/// An EventSink that a thread of its own writes from.
class LiveFeedWriter final : public arena::EventSink {
public:
    LiveFeedWriter(std::unique_ptr<Database> database, MatchId match,
                   const LiveFeedSettings& settings)
        : match_(match), settings_(settings), database_(std::move(database)) {}

    ~LiveFeedWriter() override {
        thread_.request_stop();
        thread_.join();
        (void)clear();
    }

    void on_event(const arena::Event& event) override {
        const std::scoped_lock lock(mutex_);
        if (const auto* started = std::get_if<arena::GameStarted>(&event)) {
            Playing& playing = games_[started->game];
            playing = {*started->record, true};
            playing.game.plies.reserve(rules::Move::kCount);
        } else if (const auto* move = std::get_if<arena::MovePlayed>(&event)) {
            Playing& playing = games_[move->game];
            playing.game.plies.push_back(*move->move);
            playing.changed = true;
        } else if (const auto* ended = std::get_if<arena::GameEnded>(&event)) {
            games_.erase(ended->game);
            gone_.push_back(ended->game);
        }
    }

private:
    /// A write that fails (the disk is full, somebody holds the file for long) is tried again with
    /// the next one: a match does not end because nobody can watch it.
    void work(const std::stop_token& stop) {
        while (!base::wait_for_stop(stop, settings_.pause)) (void)write();
    }

    base::Result<void> write() {
        const std::int64_t now = now_ms();
        const std::int64_t seen = TRY(database_->number("SELECT max(at) FROM ticker_watch"));
        if (is_near(seen, now, settings_.fresh)) return write_changes(now);
        {
            // The next watcher is sent everything.
            const std::scoped_lock lock(mutex_);
            for (auto& [number, playing] : games_) playing.changed = false;
            gone_.clear();
        }
        return std::exchange(renewed_, 0) == 0 ? base::Result<void>() : clear();
    }

    base::Result<void> write_changes(std::int64_t now) {
        const bool renew = !is_near(renewed_, now, settings_.renewal);
        std::map<int, std::string> games;
        std::vector<int> gone;
        {
            const std::scoped_lock lock(mutex_);
            gone = std::exchange(gone_, {});
            for (auto& [number, playing] : games_) {
                const bool changed = std::exchange(playing.changed, false);
                if (changed || renew) games[number] = record::to_json_line(playing.game);
            }
        }
        if (games.empty() && gone.empty()) return {};
        auto transaction = TRY(WriteTransaction::begin(*database_));
        // Before the others: a game that was void is played again under its number.
        Statement remove =
            TRY(database_->prepare("DELETE FROM ticker WHERE match = ? AND number = ?"));
        for (const int number : gone) TRY(remove.run(match_.value, number));
        Statement put = TRY(database_->prepare(
            "INSERT OR REPLACE INTO ticker (match, number, game, at) VALUES (?, ?, ?, ?)"));
        for (const auto& [number, text] : games) TRY(put.run(match_.value, number, text, now));
        TRY(transaction.commit());
        if (renew) renewed_ = now;
        return {};
    }

    base::Result<void> clear() {
        return database_->run("DELETE FROM ticker WHERE match = ?", match_.value);
    }

    struct Playing {
        record::GameRecord game;
        bool changed = true;  ///< begun or continued since the last write
    };

    const MatchId match_;
    const LiveFeedSettings settings_;
    std::unique_ptr<Database> database_;  ///< the thread's own, like the next
    std::int64_t renewed_ = 0;

    std::mutex mutex_;  ///< guards the rest
    std::map<int, Playing> games_;
    std::vector<int> gone_;  ///< ended since the last write
    std::jthread thread_{[this](const std::stop_token& stop) { work(stop); }};  ///< last
};

}  // namespace

base::Result<std::unique_ptr<arena::EventSink>> open_live_feed(const std::filesystem::path& path,
                                                               MatchId match,
                                                               const LiveFeedSettings& settings) {
    auto database = TRY(open_database(path));
    return std::unique_ptr<arena::EventSink>(
        std::make_unique<LiveFeedWriter>(std::move(database), match, settings));
}

LiveFeedReader::LiveFeedReader(std::unique_ptr<Database> database, const LiveFeedSettings& settings)
    : settings_(settings), database_(std::move(database)) {}

LiveFeedReader::~LiveFeedReader() = default;

base::Result<std::unique_ptr<LiveFeedReader>> LiveFeedReader::open(
    const std::filesystem::path& path, const LiveFeedSettings& settings) {
    auto database = TRY(open_database(path));
    return std::unique_ptr<LiveFeedReader>(new LiveFeedReader(std::move(database), settings));
}

base::Result<void> LiveFeedReader::watch() {
    const std::int64_t now = now_ms();
    if (is_near(renewed_, now, settings_.renewal)) return {};
    renewed_ = now;
    return database_->run("INSERT OR REPLACE INTO ticker_watch (id, at) VALUES (1, ?)", now);
}

base::Result<std::vector<LiveFeedGame>> LiveFeedReader::games() {
    std::vector<LiveFeedGame> games;
    const std::int64_t now = now_ms(), fresh = settings_.fresh.count();
    TRY(database_->for_each(
        "SELECT match, number, game FROM ticker WHERE at > ? AND at < ? ORDER BY match, number",
        [&](const Statement& row) {
            auto game = record::parse_record_json(row.text(2));
            // One that does not parse was written by another version.
            if (game) games.push_back({read_key(row), std::move(*game)});
        },
        now - fresh, now + fresh));
    return games;
}

}  // namespace ninefold::store
