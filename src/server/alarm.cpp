// SPDX-License-Identifier: MIT
#include "server/alarm.h"

namespace ninefold::server {

void Alarm::at(Clock::time_point time, Call call) {
    {
        const std::scoped_lock lock(mutex_);
        calls_.emplace(time, std::move(call));
    }
    changed_.notify_one();
}

void Alarm::run(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (changed_.wait(lock, stop, [this] { return !calls_.empty(); })) {
        const Clock::time_point next = calls_.begin()->first;
        const auto is_earlier = [&] { return calls_.begin()->first < next; };
        if (Clock::now() < next && changed_.wait_until(lock, stop, next, is_earlier)) continue;
        if (stop.stop_requested()) return;
        Call call = std::move(calls_.begin()->second);
        calls_.erase(calls_.begin());
        lock.unlock();
        call();
        call = nullptr;  // what it holds is given up without the lock
        lock.lock();
    }
}

}  // namespace ninefold::server
