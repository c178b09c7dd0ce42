// SPDX-License-Identifier: MIT
#include "store/live_feed.h"

#include <utility>

#include "record/record_json.h"
#include "store/database.h"
#include "store/schema.h"

namespace ninefold::store {

namespace {

using std::chrono::milliseconds;

/// Of the machine, so that processes agree on it.
std::int64_t now_ms() {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<milliseconds>(now).count();
}

base::Result<std::unique_ptr<Database>> open_database(const std::filesystem::path& path) {
    auto database = Database::open(path, Database::Mode::kCreate, {});
    if (!database) return database.error();
    if (auto ready = prepare_schema(**database, {}); !ready) return ready.error();
    // A commit does not wait for the disk; the file stays sound all the same.
    if (auto set = (*database)->execute("PRAGMA synchronous = NORMAL"); !set) return set.error();
    return std::move(*database);
}

}  // namespace

LiveFeedWriter::LiveFeedWriter(std::unique_ptr<Database> database, MatchId match,
                               const LiveFeedSettings& settings)
    : match_(match), settings_(settings), database_(std::move(database)) {
    thread_ = std::thread([this] { work(); });
}

base::Result<std::unique_ptr<LiveFeedWriter>> LiveFeedWriter::open(
    const std::filesystem::path& path, MatchId match, const LiveFeedSettings& settings) {
    auto database = open_database(path);
    if (!database) return database.error();
    return std::unique_ptr<LiveFeedWriter>(
        new LiveFeedWriter(std::move(*database), match, settings));
}

LiveFeedWriter::~LiveFeedWriter() {
    {
        const std::scoped_lock lock(mutex_);
        closed_ = true;
    }
    closing_.notify_one();
    thread_.join();
    (void)clear();
}

void LiveFeedWriter::on_event(const arena::Event& event) {
    const std::scoped_lock lock(mutex_);
    if (const auto* started = std::get_if<arena::GameStarted>(&event)) {
        record::GameRecord& game = games_[started->game];
        game = *started->record;
        game.plies.reserve(rules::Move::kCount);
        changed_.insert(started->game);
    } else if (const auto* move = std::get_if<arena::MovePlayed>(&event)) {
        games_[move->game].plies.push_back(*move->move);
        changed_.insert(move->game);
    } else if (const auto* ended = std::get_if<arena::GameEnded>(&event)) {
        games_.erase(ended->game);
        changed_.insert(ended->game);
    }
}

/// A write that fails (the disk is full, somebody holds the file for long) is tried again with the
/// next one: a match does not end because nobody can watch it.
void LiveFeedWriter::work() {
    std::unique_lock lock(mutex_);
    while (!closing_.wait_for(lock, settings_.pause, [this] { return closed_; })) {
        lock.unlock();
        (void)write();
        lock.lock();
    }
}

base::Result<bool> LiveFeedWriter::is_watched(std::int64_t now) {
    const auto seen = database_->number("SELECT max(at) FROM ticker_watch");
    if (!seen) return seen.error();
    return *seen > now - settings_.fresh.count();
}

base::Result<void> LiveFeedWriter::write() {
    const std::int64_t now = now_ms();
    const auto watched = is_watched(now);
    if (!watched) return watched.error();
    if (*watched) return write_changes(now);
    {
        // The next watcher is sent everything.
        const std::scoped_lock lock(mutex_);
        changed_.clear();
    }
    if (std::exchange(renewed_, 0) == 0) return {};
    return clear();
}

base::Result<void> LiveFeedWriter::write_changes(std::int64_t now) {
    const bool renew = now - renewed_ >= settings_.renewal.count();
    std::map<int, std::string> games;
    std::set<int> gone;
    {
        const std::scoped_lock lock(mutex_);
        for (const int number : changed_) {
            if (!games_.contains(number)) gone.insert(number);
        }
        for (const auto& [number, game] : games_) {
            if (renew || changed_.contains(number)) games[number] = record::to_json_line(game);
        }
        changed_.clear();
    }
    if (games.empty() && gone.empty()) return {};
    auto transaction = WriteTransaction::begin(*database_);
    if (!transaction) return transaction.error();
    auto put = database_->prepare(
        "INSERT OR REPLACE INTO ticker (match, number, game, at) VALUES (?, ?, ?, ?)");
    if (!put) return put.error();
    for (const auto& [number, text] : games) {
        put->bind(1, match_.value);
        put->bind(2, number);
        put->bind(3, text);
        put->bind(4, now);
        if (auto done = put->run(); !done) return done;
    }
    auto remove = database_->prepare("DELETE FROM ticker WHERE match = ? AND number = ?");
    if (!remove) return remove.error();
    for (const int number : gone) {
        remove->bind(1, match_.value);
        remove->bind(2, number);
        if (auto done = remove->run(); !done) return done;
    }
    if (auto done = transaction->commit(); !done) return done;
    if (renew) renewed_ = now;
    return {};
}

base::Result<void> LiveFeedWriter::clear() {
    auto remove = database_->prepare("DELETE FROM ticker WHERE match = ?");
    if (!remove) return remove.error();
    remove->bind(1, match_.value);
    return remove->run();
}

LiveFeedReader::LiveFeedReader(std::unique_ptr<Database> database, const LiveFeedSettings& settings)
    : settings_(settings), database_(std::move(database)) {}

LiveFeedReader::~LiveFeedReader() = default;

base::Result<std::unique_ptr<LiveFeedReader>> LiveFeedReader::open(
    const std::filesystem::path& path, const LiveFeedSettings& settings) {
    auto database = open_database(path);
    if (!database) return database.error();
    return std::unique_ptr<LiveFeedReader>(new LiveFeedReader(std::move(*database), settings));
}

base::Result<void> LiveFeedReader::watch() {
    const std::int64_t now = now_ms();
    if (now - renewed_ < settings_.renewal.count()) return {};
    renewed_ = now;
    auto put = database_->prepare("INSERT OR REPLACE INTO ticker_watch (id, at) VALUES (1, ?)");
    if (!put) return put.error();
    put->bind(1, now);
    return put->run();
}

base::Result<std::vector<LiveFeedGame>> LiveFeedReader::games() {
    auto select = database_->prepare(
        "SELECT match, number, game FROM ticker WHERE at > ? ORDER BY match, number");
    if (!select) return select.error();
    select->bind(1, now_ms() - settings_.fresh.count());
    std::vector<LiveFeedGame> games;
    for (;;) {
        const auto row = select->step();
        if (!row) return row.error();
        if (!*row) return games;
        auto game = record::parse_record_json(select->text(2));
        if (!game) continue;  // written by another version
        games.push_back(
            {{MatchId{select->number(0)}, static_cast<int>(select->number(1))}, std::move(*game)});
    }
}

}  // namespace ninefold::store
