// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

namespace ninefold::python {

/// Calls `work(begin, end, number)` for parts of 0..count, on some threads. The parts are the same
/// however many threads there are, so that what is seeded by a part's number is too. An exception
/// of `work` ends it and is thrown here. No more parts begin once `stop` is requested.
template <typename F>
void for_each_chunk(std::size_t count, std::size_t chunk, int threads, const std::stop_token& stop,
                    F work) {
    const std::size_t parts = (count + chunk - 1) / chunk;
    std::atomic<std::size_t> next = 0;
    std::exception_ptr failure;
    std::mutex mutex;
    const auto run = [&] {
        for (std::size_t i = next++; i < parts && !stop.stop_requested(); i = next++) {
            try {
                work(i * chunk, std::min(count, (i + 1) * chunk), i);
            } catch (...) {
                const std::lock_guard lock(mutex);
                if (!failure) failure = std::current_exception();
                next = parts;
            }
        }
    };
    {
        std::vector<std::jthread> helpers;
        const auto wanted = std::min<std::size_t>(static_cast<std::size_t>(threads), parts);
        for (std::size_t i = 1; i < wanted; ++i) helpers.emplace_back(run);
        run();
    }
    if (failure) std::rethrow_exception(failure);
}

}  // namespace ninefold::python
