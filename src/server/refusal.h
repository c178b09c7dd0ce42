// SPDX-License-Identifier: MIT
#pragma once

#include <cassert>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "base/foreign_text.h"
#include "base/result.h"

namespace ninefold::server {

/// Why a client does not get what it asked for: the HTTP status and one of the codes of docs/api.md
/// for programs, a sentence for people.
struct Refusal {
    int status = 400;
    std::string_view code;  ///< a literal
    std::string message;
};

template <typename... Args>
[[nodiscard]] Refusal refuse(int status, std::string_view code, fmt::format_string<Args...> format,
                             Args&&... args) {
    return {status, code, fmt::format(format, std::forward<Args>(args)...)};
}
template <typename... Args>
[[nodiscard]] Refusal bad_request(fmt::format_string<Args...> format, Args&&... args) {
    return {400, "bad-request", fmt::format(format, std::forward<Args>(args)...)};
}

/// The archive's queue is full.
[[nodiscard]] inline Refusal busy() {
    return refuse(503, "busy", "too many questions wait; try again");
}

/// The server's own fault. Whoever asked need not know where its files lie.
[[nodiscard]] inline Refusal internal(const base::Error& error) {
    return refuse(500, "internal", "{}", base::without_folders(error.message));
}

/// What was asked for, or why not; base::Result with a code for programs.
template <typename T>
class [[nodiscard]] Granted {
public:
    Granted(T value) : state_(std::in_place_index<0>, std::move(value)) {}
    Granted(Refusal refusal) : state_(std::in_place_index<1>, std::move(refusal)) {}

    explicit operator bool() const { return state_.index() == 0; }
    const T& operator*() const {
        assert(*this);
        return *std::get_if<0>(&state_);
    }
    T& operator*() {
        assert(*this);
        return *std::get_if<0>(&state_);
    }
    const T* operator->() const { return &**this; }
    T* operator->() { return &**this; }
    const Refusal& refusal() const {
        assert(!*this);
        return *std::get_if<1>(&state_);
    }

private:
    std::variant<T, Refusal> state_;
};

struct Done {};

}  // namespace ninefold::server
