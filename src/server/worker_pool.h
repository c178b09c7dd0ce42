// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace ninefold::server {

/// How many jobs may wait.
struct QueueLimits {
    std::size_t all = 0;
    std::size_t of_one = all;  ///< of one asker
};

/// A few threads and a bounded queue of jobs. Askers are served in turn, so that one with many jobs
/// does not hold up the others; the jobs of one asker, first come first served. A job that throws
/// is logged and ends nothing but itself. Any thread may post.
class WorkerPool {
public:
    /// The number of the thread that runs it, from 0.
    using Job = std::function<void(std::size_t thread)>;

    WorkerPool(int threads, QueueLimits limits);
    ~WorkerPool();
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    /// False where too many jobs wait already.
    [[nodiscard]] bool post(Job job, const std::string& asker = {});
    /// Drops what waits and what is posted from now on, and waits for what runs. Not from a job.
    void close();
    /// For jobs that take long: stopped by close().
    std::stop_token closing() const { return closing_.get_token(); }

private:
    void work(std::size_t thread);
    Job take();  ///< with the lock held, where a job waits

    const QueueLimits limits_;
    std::stop_source closing_;
    std::mutex mutex_;  ///< guards the next four
    std::condition_variable posted_;
    std::map<std::string, std::deque<Job>> jobs_;  ///< of each asker who has some
    std::deque<std::string> turns_;                ///< the same askers, the next one first
    std::size_t waiting_ = 0;
    std::vector<std::thread> threads_;
};

}  // namespace ninefold::server
