// SPDX-License-Identifier: MIT
#include "server/alarm.h"

#include <utility>

namespace ninefold::server {

Alarm::Alarm() : thread_([this] { run(); }) {}

Alarm::~Alarm() { close(); }

void Alarm::at(Clock::time_point time, Call call) {
    {
        const std::scoped_lock lock(mutex_);
        if (closed_) return;
        calls_.emplace(time, std::move(call));
    }
    changed_.notify_one();
}

void Alarm::close() {
    std::multimap<Clock::time_point, Call> dropped;
    {
        const std::scoped_lock lock(mutex_);
        closed_ = true;
        dropped.swap(calls_);
    }
    changed_.notify_one();
    if (thread_.joinable()) thread_.join();
}

void Alarm::run() {
    std::unique_lock lock(mutex_);
    while (!closed_) {
        if (calls_.empty()) {
            changed_.wait(lock);
            continue;
        }
        const Clock::time_point next = calls_.begin()->first;
        if (Clock::now() < next) {
            changed_.wait_until(lock, next);
            continue;
        }
        Call call = std::move(calls_.begin()->second);
        calls_.erase(calls_.begin());
        lock.unlock();
        call();
        call = nullptr;  // what it holds is given up without the lock
        lock.lock();
    }
}

}  // namespace ninefold::server
