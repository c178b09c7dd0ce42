// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <functional>
#include <future>
#include <optional>
#include <stop_token>

#include "binding/binding.h"

namespace ninefold::python {

/// Runs `work(stop_token)` on a thread of its own and waits for it without the GIL, so that other
/// Python threads run meanwhile. Ctrl-C asks the work to stop, calls `on_interrupt` with the GIL
/// held, and raises KeyboardInterrupt when the work has ended. Call with the GIL held.
template <typename F>
auto run_stoppable(F work, const std::function<void()>& on_interrupt = {}) {
    constexpr std::chrono::milliseconds kBetweenLooks{50};
    std::stop_source stop;
    std::optional<py::error_already_set> interrupt;
    auto future = std::async(std::launch::async, std::move(work), stop.get_token());
    {
        py::gil_scoped_release released;
        while (future.wait_for(kBetweenLooks) != std::future_status::ready) {
            py::gil_scoped_acquire held;
            if (PyErr_CheckSignals() == 0) continue;
            interrupt.emplace();
            stop.request_stop();
            if (on_interrupt) on_interrupt();
        }
    }
    if (interrupt) {
        future.wait();
        throw py::error_already_set(*interrupt);
    }
    return future.get();
}

}  // namespace ninefold::python
