// SPDX-License-Identifier: MIT
#pragma once

#include <exception>
#include <string>
#include <type_traits>

#include "base/thrown_error.h"
#include "c_api/ninefold.h"
#include "rules/any_position.h"

/// What a C program holds a pointer to.
struct ninefold_position {
    ninefold::rules::AnyPosition position;
};

namespace ninefold::c_api {

/// What ninefold_last_error() tells this thread.
std::string& last_error();

/// Runs `work`; what it throws becomes the last error, and `failed` the result.
template <typename F>
auto guarded(std::invoke_result_t<F&> failed, F&& work) noexcept -> std::invoke_result_t<F&> {
    try {
        return work();
    } catch (const std::exception& error) {
        try {
            last_error() = error.what();
        } catch (...) {
            last_error().clear();
        }
    } catch (...) {
        last_error().clear();
    }
    return failed;
}

using base::ThrownError;
using base::value_or_throw;

/// The object behind a pointer, named in the error where it is NULL.
template <typename T>
T& checked(T* pointer, const char* name) {
    if (pointer == nullptr) throw ThrownError("{} is NULL", name);
    return *pointer;
}

inline const rules::AnyPosition& checked_position(const ninefold_position* position) {
    return checked(position, "position").position;
}

}  // namespace ninefold::c_api
