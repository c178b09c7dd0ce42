// SPDX-License-Identifier: MIT
#include "server/worker_pool.h"

#include <algorithm>
#include <utility>

namespace ninefold::server {

WorkerPool::WorkerPool(int threads, std::size_t most_waiting) : most_waiting_(most_waiting) {
    const auto count = static_cast<std::size_t>(std::max(1, threads));
    for (std::size_t i = 0; i < count; ++i) threads_.emplace_back([this, i] { work(i); });
}

WorkerPool::~WorkerPool() { close(); }

bool WorkerPool::post(Job job) {
    {
        const std::scoped_lock lock(mutex_);
        if (closed_ || jobs_.size() >= most_waiting_) return false;
        jobs_.push_back(std::move(job));
    }
    posted_.notify_one();
    return true;
}

void WorkerPool::close() {
    std::deque<Job> dropped;
    {
        const std::scoped_lock lock(mutex_);
        closed_ = true;
        dropped.swap(jobs_);
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
            posted_.wait(lock, [this] { return closed_ || !jobs_.empty(); });
            if (jobs_.empty()) return;
            job = std::move(jobs_.front());
            jobs_.pop_front();
        }
        job(thread);
    }
}

}  // namespace ninefold::server
