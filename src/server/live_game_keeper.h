// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "server/log_exceptions.h"
#include "server/worker_pool.h"
#include "store/live_game_store.h"

namespace ninefold::server {

/// Writes changes of live games to the disk on a thread of its own: all that have come while the
/// disk was busy make one transaction. Callbacks run on that thread, in the order of the calls.
class LiveGameKeeper {
public:
    using OnKept = std::function<void(base::Result<std::optional<store::GameId>>)>;
    using OnLoaded = std::function<void(base::Result<std::optional<store::LiveGameRow>>)>;

    explicit LiveGameKeeper(std::unique_ptr<store::LiveGameStore> store)
        : store_(std::move(store)) {}
    ~LiveGameKeeper() { close(); }

    /// Before the first of the calls below.
    store::LiveGameStore& store() { return *store_; }
    /// `together_with`: another change that is kept in the same step, or neither is.
    void keep(store::LiveGameChange change, OnKept on_kept,
              std::optional<store::LiveGameChange> together_with = {}) {
        {
            const std::scoped_lock lock(mutex_);
            if (together_with) {
                changes_.push_back(std::move(*together_with));
                on_kept_.push_back([](const auto&) {});
            }
            changes_.push_back(std::move(change));
            on_kept_.push_back(std::move(on_kept));
        }
        // Once the pool is closed, close() writes.
        (void)pool_.post([this](std::size_t) { write(); });
    }
    /// Deletes a few games at a time; what is asked for meanwhile comes between.
    void forget_older_than(int days) {
        (void)pool_.post([this, days](std::size_t) {
            // What could not be deleted today is tomorrow.
            const auto more = base::caught([&] { return store_->forget_older_than(days); });
            if (more && *more) forget_older_than(days);
        });
    }
    void load(std::string id, OnLoaded on_loaded) {
        (void)pool_.post([this, id = std::move(id), on_loaded = std::move(on_loaded)](std::size_t) {
            on_loaded(base::caught([&] { return store_->load(id); }));
        });
    }
    /// Writes everything that was given, what callbacks give meanwhile included, and ends the
    /// thread.
    void close() {
        pool_.close();
        while (write()) {
        }
    }

private:
    /// False where there is nothing to write.
    bool write() {
        std::vector<store::LiveGameChange> changes;
        std::vector<OnKept> on_kept;
        {
            const std::scoped_lock lock(mutex_);
            changes.swap(changes_);
            on_kept.swap(on_kept_);
        }
        if (changes.empty()) return false;
        const base::Result<void> saved = base::caught([&] { return store_->save(changes); });
        for (std::size_t i = 0; i < changes.size(); ++i) {
            log_exceptions([&] {
                if (saved) on_kept[i](changes[i].row.kept);
                else on_kept[i](saved.error());
            });
        }
        return true;
    }

    std::unique_ptr<store::LiveGameStore> store_;  ///< the thread's own
    std::mutex mutex_;                             ///< guards the next two
    std::vector<store::LiveGameChange> changes_;
    std::vector<OnKept> on_kept_;     ///< of each change
    WorkerPool pool_{1, {SIZE_MAX}};  ///< last: its thread uses the rest
};

}  // namespace ninefold::server
