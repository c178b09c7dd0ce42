// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "server/json.h"
#include "server/worker_pool.h"
#include "store/store.h"

namespace ninefold::server {

/// The database for reading, on a thread of its own, so that no long list holds up a move.
class Archive {
public:
    using Job = std::function<void(store::Store&)>;

    explicit Archive(std::unique_ptr<store::Store> store)
        : store_(std::move(store)), pool_(1, {kMostWaiting}) {}

    /// False where too many wait already.
    [[nodiscard]] bool post(Job job) {
        return pool_.post([this, job = std::move(job)](std::size_t) { job(*store_); });
    }
    /// Replies with what `read` gives, or that too many wait.
    template <typename Reply, typename Read>
    void answer(const Reply& reply, Read read) {
        const bool posted = post(
            [reply, read = std::move(read)](store::Store& store) mutable { reply(read(store)); });
        if (!posted) reply(refuse(503, "busy", "too many questions wait; try again"));
    }
    void close() { pool_.close(); }

private:
    static constexpr std::size_t kMostWaiting = 256;
    std::unique_ptr<store::Store> store_;  ///< the thread's own
    WorkerPool pool_;
};

}  // namespace ninefold::server
