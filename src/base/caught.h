// SPDX-License-Identifier: MIT
#pragma once

#include <exception>
#include <type_traits>
#include <utility>

#include "base/result.h"

namespace ninefold::base {

/// What `work` returns, a Result or nothing; an exception becomes its error. For the outermost call
/// on a thread, where an exception that nobody catches ends the whole program: there may be no
/// memory for an engine's table, or the current folder may have been deleted.
template <typename Work>
[[nodiscard]] auto caught(Work&& work) {
    using Returned = std::invoke_result_t<Work>;
    using Answer = std::conditional_t<std::is_void_v<Returned>, Result<void>, Returned>;
    try {
        if constexpr (std::is_void_v<Returned>) {
            work();
            return Answer();
        } else {
            return Answer(work());
        }
    } catch (const std::exception& problem) {
        return Answer(Error{problem.what()});
    }
}

}  // namespace ninefold::base
