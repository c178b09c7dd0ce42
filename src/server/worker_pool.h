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
#include <utility>
#include <vector>

namespace ninefold::server {

/// How many jobs may wait, and run.
struct QueueLimits {
    std::size_t all = 0;
    std::size_t of_one = all;          ///< of one asker's line
    std::size_t running_of_one = 0;    ///< of one asker; 0: one less than there are threads
    std::size_t running_of_lines = 0;  ///< of all named lines together; 0: the same
};

/// A few threads and a bounded queue of jobs. Askers are served in turn, so that one with many jobs
/// does not hold up the others; the jobs of one asker, first come first served. Where there are
/// several threads, one is always left to the other askers, however long the jobs of one take, and
/// one to jobs that nobody put into a line with a name, however many askers have such lines. A job
/// that throws is logged and ends nothing but itself. Any thread may post.
class WorkerPool {
public:
    /// The number of the thread that runs it, from 0.
    using Job = std::function<void(std::size_t thread)>;

    WorkerPool(int threads, QueueLimits limits);
    ~WorkerPool();
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    /// False where too many jobs wait already. An asker may have several lines of jobs, each with
    /// turns of its own.
    [[nodiscard]] bool post(Job job, const std::string& asker = {}, const std::string& line = {});
    /// Drops what waits and what is posted from now on, and waits for what runs. Not from a job.
    void close();
    /// For jobs that take long: stopped by close().
    std::stop_token closing() const { return closing_.get_token(); }

private:
    using Line = std::pair<std::string, std::string>;  ///< an asker and the name of the line
    using Turns = std::deque<Line>;

    void work(std::size_t thread);
    // With the lock held.
    Turns::iterator next_turn();  ///< of an asker who may have one more thread; or the end
    Job take(Turns::iterator turn);
    void end(const Line& line);

    const QueueLimits limits_;
    const std::size_t running_of_one_, running_of_lines_;
    std::stop_source closing_;
    std::mutex mutex_;  ///< guards the next six
    std::condition_variable changed_;
    std::map<Line, std::deque<Job>> jobs_;        ///< of each line that has some
    Turns turns_;                                 ///< the same lines, the next one first
    std::map<std::string, std::size_t> running_;  ///< jobs of each asker who has some
    std::size_t running_in_lines_ = 0;            ///< jobs of named lines
    std::size_t waiting_ = 0;
    std::vector<std::thread> threads_;
};

}  // namespace ninefold::server
