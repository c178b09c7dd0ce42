// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

namespace ninefold::server {

/// Calls back at given times, on one thread of its own; calls must be short. Any thread may set
/// one. Nothing is called after close().
class Alarm {
public:
    using Clock = std::chrono::steady_clock;
    using Call = std::function<void()>;

    void at(Clock::time_point time, Call call) {
        {
            const std::scoped_lock lock(mutex_);
            calls_.emplace(time, std::move(call));
        }
        changed_.notify_one();
    }
    void after(Clock::duration pause, Call call) { at(Clock::now() + pause, std::move(call)); }
    /// Waits for a call that runs. Not from within a call.
    void close() {
        thread_.request_stop();
        if (thread_.joinable()) thread_.join();
    }

private:
    void run(const std::stop_token& stop) {
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

    std::mutex mutex_;  ///< guards the next two
    std::condition_variable_any changed_;
    std::multimap<Clock::time_point, Call> calls_;
    std::jthread thread_{[this](const std::stop_token& stop) { run(stop); }};  ///< last
};

}  // namespace ninefold::server
