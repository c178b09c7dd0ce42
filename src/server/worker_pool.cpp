// SPDX-License-Identifier: MIT
#include "server/worker_pool.h"

#include <algorithm>
#include <utility>

#include "server/log_exceptions.h"

namespace ninefold::server {

namespace {

/// What is given; where that is 0, all threads but one.
std::size_t or_all_but_one(std::size_t given, int threads) {
    return given > 0 ? given : static_cast<std::size_t>(std::max(1, threads - 1));
}

}  // namespace

WorkerPool::WorkerPool(int threads, QueueLimits limits)
    : limits_(limits),
      running_of_one_(or_all_but_one(limits.running_of_one, threads)),
      running_of_lines_(or_all_but_one(limits.running_of_lines, threads)) {
    const auto count = static_cast<std::size_t>(std::max(1, threads));
    for (std::size_t i = 0; i < count; ++i) threads_.emplace_back([this, i] { work(i); });
}

WorkerPool::~WorkerPool() { close(); }

bool WorkerPool::post(Job job, const std::string& asker, const std::string& line) {
    {
        const std::scoped_lock lock(mutex_);
        if (closing_.stop_requested() || waiting_ >= limits_.all) return false;
        std::deque<Job>& own = jobs_[{asker, line}];
        if (own.size() >= limits_.of_one) return false;
        if (own.empty()) turns_.emplace_back(asker, line);
        own.push_back(std::move(job));
        ++waiting_;
    }
    changed_.notify_one();
    return true;
}

WorkerPool::Turns::iterator WorkerPool::next_turn() {
    return std::ranges::find_if(turns_, [this](const Line& line) {
        if (!line.second.empty() && running_in_lines_ >= running_of_lines_) return false;
        const auto running = running_.find(line.first);
        return running == running_.end() || running->second < running_of_one_;
    });
}

WorkerPool::Job WorkerPool::take(Turns::iterator turn) {
    Line line = std::move(*turn);
    turns_.erase(turn);
    ++running_[line.first];
    if (!line.second.empty()) ++running_in_lines_;
    const auto own = jobs_.find(line);
    Job job = std::move(own->second.front());
    own->second.pop_front();
    --waiting_;
    if (own->second.empty()) jobs_.erase(own);
    else turns_.push_back(std::move(line));
    return job;
}

void WorkerPool::end(const Line& line) {
    if (--running_[line.first] == 0) running_.erase(line.first);
    if (!line.second.empty()) --running_in_lines_;
}

void WorkerPool::close() {
    std::map<Line, std::deque<Job>> dropped;
    closing_.request_stop();  // without the lock: it calls those who wait for it
    {
        const std::scoped_lock lock(mutex_);
        dropped.swap(jobs_);
        turns_.clear();
        waiting_ = 0;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) {
        if (thread.joinable()) thread.join();
    }
}

void WorkerPool::work(std::size_t thread) {
    for (;;) {
        Job job;
        Line line;
        {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [this] {
                return closing_.stop_requested() || next_turn() != turns_.end();
            });
            const auto turn = next_turn();
            if (turn == turns_.end()) return;
            line = *turn;
            job = take(turn);
        }
        log_exceptions([&] { job(thread); });
        job = nullptr;  // without the lock
        {
            const std::scoped_lock lock(mutex_);
            end(line);
        }
        changed_.notify_one();  // the next job of the asker, or of a line, may have waited for it
    }
}

}  // namespace ninefold::server
