// SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "base/result.h"

namespace ninefold::base {

/// An Error where code throws it instead of returning it: in the commands, which end with this one
/// line on standard error and exit code 2, and behind the C interface. Caught in cli::run() and
/// c_api::guarded() only.
class ThrownError : public std::runtime_error {
public:
    template <typename... Args>
    explicit ThrownError(fmt::format_string<Args...> format, Args&&... args)
        : std::runtime_error(fmt::format(format, std::forward<Args>(args)...)) {}
};

/// The value, or a ThrownError with the result's sentence.
template <typename T>
T value_or_throw(Result<T> result) {
    if (!result) throw ThrownError("{}", result.error().message);
    return std::move(*result);
}
inline void throw_if_failed(const Result<void>& result) {
    if (!result) throw ThrownError("{}", result.error().message);
}

}  // namespace ninefold::base
