// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <thread>

namespace ninefold::server {

/// Calls back at given times, on one thread of its own; calls must be short. Any thread may set
/// one. Nothing is called after close().
class Alarm {
public:
    using Clock = std::chrono::steady_clock;
    using Call = std::function<void()>;

    Alarm();
    ~Alarm();
    Alarm(const Alarm&) = delete;
    Alarm& operator=(const Alarm&) = delete;

    void at(Clock::time_point time, Call call);
    void after(Clock::duration pause, Call call) { at(Clock::now() + pause, std::move(call)); }
    /// Waits for a call that runs. Not from within a call.
    void close();

private:
    void run();

    std::mutex mutex_;  ///< guards the next three
    std::condition_variable changed_;
    std::multimap<Clock::time_point, Call> calls_;
    bool closed_ = false;
    std::thread thread_;
};

}  // namespace ninefold::server
