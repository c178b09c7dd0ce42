// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <functional>
#include <memory>

namespace boost::asio {
class thread_pool;
}

namespace ninefold::server {

/// Calls back at given times, on one thread of its own; calls must be short; what they throw is
/// logged. Any thread may set one. Nothing is called after close().
class Alarm {
public:
    using Clock = std::chrono::steady_clock;

    Alarm();
    ~Alarm();

    void at(Clock::time_point time, std::function<void()> call);
    void after(Clock::duration pause, std::function<void()> call);
    /// Waits for a call that runs. Not from within a call.
    void close();

private:
    std::unique_ptr<boost::asio::thread_pool> thread_;
};

}  // namespace ninefold::server
