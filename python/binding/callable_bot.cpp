// SPDX-License-Identifier: MIT
#include "binding/callable_bot.h"

#include <chrono>

#include "base/foreign_text.h"
#include "binding/convert.h"
#include "binding/played_position.h"

namespace ninefold::python {

namespace {

using rules::Ending;

constexpr std::size_t kShown = 200;

PlayedPosition position_of(const bots::Question& question) {
    PlayedPosition position(question.start);
    for (const rules::Move move : question.moves) position.play(move);
    return position;
}

/// The time for this move: the tightest of its limits.
py::object seconds_for(const bots::Question& question) {
    std::optional<bots::Duration> least = question.limits.move_time;
    const auto left = question.limits.time_left(question.position.side());
    if (left && (!least || *left < *least)) least = left;
    return least ? py::object(py::float_(in_seconds(*least))) : py::object(py::none());
}

bots::Answer answer_of(py::handle returned) {
    if (returned.is_none()) return {bots::Failure{Ending::kGarbage, "returned None"}, {}, {}};
    try {
        return {to_move(returned), {}, {}};
    } catch (const py::builtin_exception& error) {
        return {bots::Failure{Ending::kGarbage,
                              fmt::format("returned {}: {}",
                                          base::quoted(py::cast<std::string>(py::repr(returned)),
                                                       kShown),
                                          error.what())},
                {},
                {}};
    }
}

}  // namespace

void CallingThreads::enter() { threads_.insert(PyThread_get_thread_ident()); }
void CallingThreads::leave() { threads_.erase(PyThread_get_thread_ident()); }
void CallingThreads::interrupt() const {
    for (const unsigned long thread : threads_) {
        PyThreadState_SetAsyncExc(thread, PyExc_KeyboardInterrupt);
    }
}

Callable::Callable(py::object function)
    : function_(new py::object(std::move(function)), [](py::object* object) {
          const py::gil_scoped_acquire held;
          delete object;
      }) {}

bots::Answer CallableBot::ask(const bots::Question& question, std::stop_token stop) {
    const auto begin = std::chrono::steady_clock::now();
    const py::gil_scoped_acquire held;
    if (stop.stop_requested()) return {bots::NoAnswer{true}, {}, {}};
    threads_->enter();
    bots::Answer answer = call(question);
    threads_->leave();
    answer.elapsed = std::chrono::steady_clock::now() - begin;
    return answer;
}

bots::Answer CallableBot::call(const bots::Question& question) {
    try {
        return answer_of(function_(py::cast(position_of(question)), seconds_for(question)));
    } catch (const py::error_already_set& error) {
        return failed(error);
    }
}

bots::Answer CallableBot::failed(const py::error_already_set& error) {
    if (error.matches(PyExc_KeyboardInterrupt)) return {bots::NoAnswer{true}, {}, {}};
    const auto said =
        py::cast<std::string>(py::module_::import("traceback")
                                  .attr("format_exception_only")(error.type(), error.value())
                                  .attr("__getitem__")(-1)
                                  .attr("strip")());
    log_ = error.what();
    return {bots::Failure{Ending::kCrash, fmt::format("raised {}", base::quoted(said, kShown))},
            {},
            {}};
}

}  // namespace ninefold::python
