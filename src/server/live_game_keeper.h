// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <variant>
#include <vector>

#include "base/result.h"
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
    void keep(store::LiveGameChange change, OnKept on_kept) {
        add(Writing{std::move(change), std::move(on_kept)});
    }
    void load(std::string id, OnLoaded on_loaded) {
        add([this, id = std::move(id), on_loaded = std::move(on_loaded)] {
            on_loaded(store_->load(id));
        });
    }
    /// Writes everything that was given, what callbacks give meanwhile included, and ends the
    /// thread.
    void close();

private:
    struct Writing {
        store::LiveGameChange change;
        OnKept on_kept;
    };
    using Job = std::variant<Writing, std::function<void()>>;

    void add(Job job);
    bool work();  ///< false where there is nothing to do
    void write(std::vector<Writing> writings);

    std::unique_ptr<store::LiveGameStore> store_;  ///< the thread's own
    std::mutex mutex_;                             ///< guards the next one
    std::vector<Job> jobs_;
    WorkerPool pool_{1, {1}};  ///< last: its thread uses the rest
};

}  // namespace ninefold::server
