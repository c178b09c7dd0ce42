// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <utility>

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>

#include "server/log_exceptions.h"

namespace ninefold::server {

/// Calls back at given times, on one thread of its own; calls must be short; what they throw is
/// logged. Any thread may set one. Nothing is called after close().
class Alarm {
public:
    using Clock = std::chrono::steady_clock;

    void at(Clock::time_point time, std::function<void()> call) {
        auto timer = std::make_shared<boost::asio::steady_timer>(thread_, time);
        timer->async_wait([timer, call = std::move(call)](const auto& error) {
            if (!error) log_exceptions(call);
        });
    }
    void after(Clock::duration pause, std::function<void()> call) {
        at(Clock::now() + pause, std::move(call));
    }
    /// Waits for a call that runs. Not from within a call.
    void close() {
        thread_.stop();
        thread_.join();
    }

private:
    boost::asio::thread_pool thread_{1};
};

}  // namespace ninefold::server
