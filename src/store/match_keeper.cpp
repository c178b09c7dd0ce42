// SPDX-License-Identifier: MIT
#include "store/match_keeper.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "base/foreign_text.h"
#include "store/database.h"
#include "store/game_row.h"
#include "store/match_lock.h"
#include "store/schema.h"

namespace ninefold::store {

namespace {

using base::fail;

struct QueuedGame {
    GameRow row;
    arena::GameKeeper::OnKept on_kept;
    base::Result<void> kept{};  ///< the answer of this game alone; the batch may fail as a whole
};
using Batch = std::vector<QueuedGame>;

/// Writes batches of games, each as one transaction. Used by one thread.
class BatchWriter {
public:
    static base::Result<BatchWriter> open(const Store& store) {
        auto database = TRY(open_games(store.path(), Database::Mode::kWrite, store.settings()));
        Statement insert = TRY(prepare_insert(*database));
        return BatchWriter(std::move(database), std::move(insert));
    }

    /// On success the disk has every game whose own answer is good.
    base::Result<void> write(Batch& batch) {
        if (broken_) return *broken_;
        auto transaction = WriteTransaction::begin(*database_);
        const auto written = transaction ? insert_all(batch, *transaction) : transaction.error();
        // After a write that failed for other reasons than space, the system may have dropped data
        // and yet call the next write a success. Looked at before anything else is executed.
        if (!written && database_->failed_to_write()) broken_ = written.error();
        return written;
    }

private:
    BatchWriter(std::unique_ptr<Database> database, Statement insert)
        : database_(std::move(database)), insert_(std::move(insert)) {}

    base::Result<void> insert_all(Batch& batch, WriteTransaction& transaction) {
        for (QueuedGame& game : batch) {
            TRY(insert_.run(game.row.columns));
            if (database_->changed_rows() == 0) TRY(insert_where_taken(game));
        }
        return transaction.commit();
    }

    /// The number is taken: by a void game that it replaces, by the same one, or by another.
    base::Result<void> insert_where_taken(QueuedGame& game) {
        const auto& [key, columns] = game.row;
        TRY(database_->run("DELETE FROM games WHERE match = ? AND number = ? AND ending = 'void'",
                           key.match.value, key.number));
        if (database_->changed_rows() > 0) {
            TRY(insert_.run(columns));
            if (database_->changed_rows() == 1) return {};
            return fail("the database has a rule of its own that refuses it");
        }
        const auto same = TRY(database_->number(
            "SELECT count(*) FROM games WHERE match = ? AND number = ? AND ending IS ? AND "
            "winner IS ? AND moves = ?",
            key.match.value, key.number, columns[kEnding], columns[kWinner], columns[kMoves]));
        if (same == 0) game.kept = fail("another game is kept under this number already");
        return {};
    }

    std::unique_ptr<Database> database_;
    Statement insert_;
    std::optional<base::Error> broken_;
};

void answer(QueuedGame& game, const base::Result<void>& batch) {
    const base::Result<void>& kept = batch ? game.kept : batch;
    if (kept) return game.on_kept({});
    game.on_kept(fail("game {} was not kept: {}", to_text(game.row.key), kept.error().message));
}

/// The queue and the thread that empties it.
class QueueKeeper final : public MatchKeeper {
public:
    QueueKeeper(MatchId match, MatchLock lock, BatchWriter out, const StoreSettings& settings)
        : match_(match),
          lock_(std::move(lock)),
          out_(std::move(out)),
          settings_(settings),
          thread_([this](const std::stop_token& stop) { work(stop); }) {}

    void keep(int number, record::GameRecord game, OnKept on_kept) override {
        const GameId id{match_, number};
        // A game is checked when it is read, so one that would fail must not look as if it were
        // kept.
        if (const auto checked = record::check(game); !checked) {
            return on_kept(fail("game {} was not kept: {}", to_text(id), checked.error().message));
        }
        shorten(game.log);
        add({to_row(id, game), std::move(on_kept)});
    }

    void flush() override {
        std::unique_lock guard(mutex_);
        const std::uint64_t target = added_;
        answered_more_.wait(guard, [&] { return answered_ >= target; });
    }

private:
    /// Cuts a log where those before it took too much. Any thread.
    void shorten(std::string& log) {
        if (log.size() <= settings_.short_log) return;
        if (log_bytes_.fetch_add(log.size()) + log.size() <= settings_.whole_logs) return;
        log = base::to_utf8(log.substr(log.size() - settings_.short_log));
    }

    void add(QueuedGame game) {
        const std::size_t bytes = game.row.bytes();
        // A callback that waited here would wait for itself.
        const bool may_wait = std::this_thread::get_id() != thread_.get_id();
        std::unique_lock guard(mutex_);
        if (may_wait) room_.wait(guard, [&] { return has_room(bytes); });
        queue_.push_back(std::move(game));
        queue_bytes_ += bytes;
        ++added_;
        if (queue_.size() > 1) return;  // the thread was notified of the first one
        guard.unlock();
        queued_.notify_one();
    }

    bool has_room(std::size_t bytes) const {
        if (queue_.empty()) return true;
        return queue_.size() < settings_.queue_games &&
               queue_bytes_ + bytes <= settings_.queue_bytes;
    }

    /// Waits for games; an empty batch means that the end has come.
    void take(Batch& batch, const std::stop_token& stop) {
        batch.clear();
        std::unique_lock guard(mutex_);
        queued_.wait(guard, stop, [&] { return !queue_.empty(); });
        std::swap(batch, queue_);
        queue_bytes_ = 0;
        guard.unlock();
        room_.notify_all();
    }

    void work(const std::stop_token& stop) {
        for (Batch batch;;) {
            take(batch, stop);
            if (batch.empty()) return;
            const base::Result<void> written = out_.write(batch);
            for (QueuedGame& game : batch) answer(game, written);
            {
                const std::lock_guard guard(mutex_);
                answered_ += batch.size();
            }
            answered_more_.notify_all();
        }
    }

    const MatchId match_;
    const MatchLock lock_;
    BatchWriter out_;  ///< the thread's own
    const StoreSettings settings_;
    std::atomic<std::size_t> log_bytes_ = 0;

    std::mutex mutex_;  ///< guards the rest
    std::condition_variable_any queued_;
    std::condition_variable room_, answered_more_;
    Batch queue_;
    std::size_t queue_bytes_ = 0;
    std::uint64_t added_ = 0, answered_ = 0;

    std::jthread thread_;  ///< last, so that it finds everything else made, and ends first
};

}  // namespace

base::Result<std::unique_ptr<MatchKeeper>> MatchKeeper::open(Store& store, MatchId match) {
    TRY(store.match(match));
    MatchLock lock = TRY(MatchLock::take(store.path(), match));
    BatchWriter out = TRY(BatchWriter::open(store));
    return std::unique_ptr<MatchKeeper>(
        std::make_unique<QueueKeeper>(match, std::move(lock), std::move(out), store.settings()));
}

}  // namespace ninefold::store
