// SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "base/result.h"

namespace ninefold::command {

/// Ends a command with one line on standard error and exit code 2. Thrown by commands only, caught
/// in run() only.
class CommandError : public std::runtime_error {
public:
    template <typename... Args>
    explicit CommandError(fmt::format_string<Args...> format, Args&&... args)
        : std::runtime_error(fmt::format(format, std::forward<Args>(args)...)) {}
};

/// The value, or a CommandError with the result's sentence.
template <typename T>
T value_or_throw(base::Result<T> result) {
    if (!result) throw CommandError("{}", result.error().message);
    return std::move(*result);
}
inline void throw_if_failed(const base::Result<void>& result) {
    if (!result) throw CommandError("{}", result.error().message);
}

}  // namespace ninefold::command
