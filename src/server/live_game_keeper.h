// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <variant>
#include <vector>

#include "base/result.h"
#include "store/live_game_store.h"

namespace ninefold::server {

/// Writes changes of live games to the disk on a thread of its own: all that have come while the
/// disk was busy make one transaction. Callbacks run on that thread, in the order of the calls.
class LiveGameKeeper {
public:
    using OnKept = std::function<void(base::Result<std::optional<store::GameId>>)>;
    using OnLoaded = std::function<void(base::Result<std::optional<store::LiveGameRow>>)>;

    explicit LiveGameKeeper(std::unique_ptr<store::LiveGameStore> store);
    ~LiveGameKeeper();
    LiveGameKeeper(const LiveGameKeeper&) = delete;
    LiveGameKeeper& operator=(const LiveGameKeeper&) = delete;

    void keep(store::LiveGameChange change, OnKept on_kept);
    /// Writes everything that was given, what callbacks give meanwhile included, and ends the
    /// thread.
    void close();
    void load(std::string id, OnLoaded on_loaded);

private:
    struct Writing {
        store::LiveGameChange change;
        OnKept on_kept;
    };
    struct Reading {
        std::string id;
        OnLoaded on_loaded;
    };
    using Job = std::variant<Writing, Reading>;

    void add(Job job);
    void work();
    void write(std::vector<Writing> writings);

    std::unique_ptr<store::LiveGameStore> store_;  ///< the thread's own
    std::mutex mutex_;                             ///< guards the next three
    std::condition_variable added_;
    std::vector<Job> jobs_;
    bool closed_ = false;
    std::thread thread_;
};

}  // namespace ninefold::server
