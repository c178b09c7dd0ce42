// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <set>
#include <string>

#include "binding/binding.h"
#include "bots/bot.h"

namespace ninefold::python {

/// The threads that run a callable now, so that Ctrl-C reaches it there. Used with the GIL held.
class CallingThreads {
public:
    void enter();
    void leave();
    /// Raises KeyboardInterrupt in each of them.
    void interrupt() const;

private:
    std::set<unsigned long> threads_;
};

/// A Python function with the GIL's rules kept: any thread may copy it and let it go.
class Callable {
public:
    /// With the GIL held.
    explicit Callable(py::object function);

    /// With the GIL held.
    py::object operator()(const py::object& position, const py::object& seconds) const {
        return (*function_)(position, seconds);
    }

private:
    std::shared_ptr<py::object> function_;
};

/// A bot that is a Python function of the position and the seconds for this move (None: no limit).
/// It cannot be stopped from outside but by Ctrl-C, so that one that thinks too long loses only
/// when it returns.
class CallableBot final : public bots::Bot {
public:
    CallableBot(Callable function, std::shared_ptr<CallingThreads> threads)
        : function_(std::move(function)), threads_(std::move(threads)) {}

    std::optional<bots::Failure> new_game(const bots::GameSetup&) override { return std::nullopt; }
    bots::Answer ask(const bots::Question& question, std::stop_token stop) override;
    std::string log() const override { return log_; }

private:
    bots::Answer call(const bots::Question& question);
    bots::Answer failed(const py::error_already_set& error);

    Callable function_;
    std::shared_ptr<CallingThreads> threads_;
    std::string log_;
};

}  // namespace ninefold::python
