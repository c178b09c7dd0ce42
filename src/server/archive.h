// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <utility>

#include "server/json.h"
#include "server/worker_pool.h"
#include "store/store.h"

namespace ninefold::server {

/// Who asks the archive: clients are served in turn, so that one who searches all games again and
/// again holds up nobody but itself, and nothing is looked up for one who has left.
struct Asker {
    std::string address{};  ///< empty: the server itself
    std::stop_token gone{};
};

/// The database, on a thread of its own, so that no long list holds up a move. A server has a
/// second one, the *planner*, for whatever recognises bots: strangers' files may make that last,
/// and lists and records must not wait for it.
class Archive {
public:
    using Job = std::function<void(store::Store&)>;

    explicit Archive(std::unique_ptr<store::Store> store)
        : store_(std::move(store)), pool_(1, {kMostWaiting, kMostWaiting / 2}) {}

    /// False where too many wait already.
    [[nodiscard]] bool post(Job job, const std::string& asker = {}) {
        return pool_.post([this, job = std::move(job)](std::size_t) { job(*store_); }, asker);
    }
    /// Replies with what `read` gives or why it could not, or that too many wait.
    template <typename Reply, typename Read>
    void answer(const Reply& reply, Read read, const Asker& asker = {}) {
        auto work = [reply, read = std::move(read),
                     gone = asker.gone](store::Store& store) mutable {
            if (gone.stop_requested()) reply(refuse(503, "busy", "the client has disconnected"));
            else reply(answer_of([&] { return read(store); }));
        };
        const bool posted = post(std::move(work), asker.address);
        if (!posted) reply(refuse(503, "busy", "too many questions wait; try again"));
    }
    void close() { pool_.close(); }

private:
    static constexpr std::size_t kMostWaiting = 512;  ///< half of it of one asker
    std::unique_ptr<store::Store> store_;             ///< the thread's own
    WorkerPool pool_;
};

}  // namespace ninefold::server
