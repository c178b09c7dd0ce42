// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "binding/binding.h"
#include "rules/any_position.h"

namespace ninefold::python {

/// A Python ValueError with the sentence that the command line would print.
[[noreturn]] void throw_error(const base::Error& error);

template <typename T>
T value_or_throw(base::Result<T> result) {
    if (!result) throw_error(result.error());
    return std::move(*result);
}
void throw_if_failed(const base::Result<void>& result);

/// What every class needs: the name of the public module, and that an object which was made past
/// its constructor, by `T.__new__(T)`, is refused. pybind11 would hand out uninitialised memory for
/// it.
template <typename T, typename... More>
void publish(py::class_<T, More...>& type) {
    type.attr("__module__") = "ninefold";
    py::detail::get_type_info(typeid(T), true)->operator_new = [](std::size_t) -> void* {
        throw py::type_error("this object was never initialised: __init__ was not called");
    };
}

/// A move from what Python users write: an integer 0..80, a string such as `40`, or (block, cell).
rules::Move to_move(py::handle object);
/// The one Python object of a move, ninefold.Move.
py::object to_python(rules::Move move);
py::list to_python(rules::BoardSet moves);
py::list to_python(const std::vector<rules::Move>& moves);
/// "x" or "o".
std::string to_python(rules::Side side);
std::optional<std::string> to_python(std::optional<rules::Side> side);

rules::Rules to_rules(const std::string& name);

/// Seconds, or a string such as `500ms`; `what` names the argument in errors.
std::chrono::nanoseconds to_duration(py::handle object, const char* what);
double in_seconds(std::chrono::nanoseconds duration);

/// The number where it lies in the range; otherwise a ValueError that names the argument.
std::int64_t in_range(const char* what, std::int64_t value, std::int64_t low, std::int64_t high);

}  // namespace ninefold::python
