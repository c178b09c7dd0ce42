// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace ninefold::server {

/// A few threads and a bounded queue of jobs, first come first served. Any thread may post.
class WorkerPool {
public:
    /// The number of the thread that runs it, from 0.
    using Job = std::function<void(std::size_t thread)>;

    WorkerPool(int threads, std::size_t most_waiting);
    ~WorkerPool();
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    /// False where too many jobs wait already.
    [[nodiscard]] bool post(Job job);
    /// Drops what waits and what is posted from now on, and waits for what runs. Not from a job.
    void close();
    std::size_t threads() const { return threads_.size(); }

private:
    void work(std::size_t thread);

    const std::size_t most_waiting_;
    std::mutex mutex_;  ///< guards the next three
    std::condition_variable posted_;
    std::deque<Job> jobs_;
    bool closed_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace ninefold::server
