// SPDX-License-Identifier: MIT
#include "server/worker_pool.h"

#include <algorithm>
#include <utility>

#include "server/log_exceptions.h"

namespace ninefold::server {

WorkerPool::WorkerPool(int threads, QueueLimits limits) : limits_(limits) {
    const auto count = static_cast<std::size_t>(std::max(1, threads));
    for (std::size_t i = 0; i < count; ++i) threads_.emplace_back([this, i] { work(i); });
}

WorkerPool::~WorkerPool() { close(); }

bool WorkerPool::post(Job job, const std::string& asker) {
    {
        const std::scoped_lock lock(mutex_);
        if (closing_.stop_requested() || waiting_ >= limits_.all) return false;
        std::deque<Job>& own = jobs_[asker];
        if (own.size() >= limits_.of_one) return false;
        if (own.empty()) turns_.push_back(asker);
        own.push_back(std::move(job));
        ++waiting_;
    }
    posted_.notify_one();
    return true;
}

WorkerPool::Job WorkerPool::take() {
    std::string asker = std::move(turns_.front());
    turns_.pop_front();
    const auto own = jobs_.find(asker);
    Job job = std::move(own->second.front());
    own->second.pop_front();
    --waiting_;
    if (own->second.empty()) jobs_.erase(own);
    else turns_.push_back(std::move(asker));
    return job;
}

void WorkerPool::close() {
    std::map<std::string, std::deque<Job>> dropped;
    closing_.request_stop();  // without the lock: it calls those who wait for it
    {
        const std::scoped_lock lock(mutex_);
        dropped.swap(jobs_);
        turns_.clear();
        waiting_ = 0;
    }
    posted_.notify_all();
    for (std::thread& thread : threads_) {
        if (thread.joinable()) thread.join();
    }
}

void WorkerPool::work(std::size_t thread) {
    for (;;) {
        Job job;
        {
            std::unique_lock lock(mutex_);
            posted_.wait(lock, [this] { return closing_.stop_requested() || waiting_ > 0; });
            if (waiting_ == 0) return;
            job = take();
        }
        log_exceptions([&] { job(thread); });
    }
}

}  // namespace ninefold::server
