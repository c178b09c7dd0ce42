// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>

namespace ninefold::base {

/// Sleeps for that time, or until stop is requested. Whether it was.
template <typename Rep, typename Period>
bool wait_for_stop(const std::stop_token& stop, std::chrono::duration<Rep, Period> most) {
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any().wait_for(lock, stop, most, [] { return false; });
    return stop.stop_requested();
}

}  // namespace ninefold::base
