// SPDX-License-Identifier: MIT
#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>

#include <fmt/format.h>

namespace ninefold::base {

/// What went wrong, where, and what would have been right: one sentence for a person.
struct Error {
    std::string message;
    /// This machine lacks something, such as room on its disk: nobody else is to blame.
    bool is_ours = false;
};

/// Either a value or an error, with the names of std::expected. Used wherever input comes from
/// outside the program (text, files, sockets, bots). Reading the value of a failed result is a
/// broken invariant, so it asserts.
template <typename T, typename E = Error>
class [[nodiscard]] Result {
public:
    Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
    Result(E error) : state_(std::in_place_index<1>, std::move(error)) {}

    bool has_value() const { return state_.index() == 0; }
    explicit operator bool() const { return has_value(); }

    const T& value() const& {
        assert(has_value());
        return *std::get_if<0>(&state_);
    }
    T& value() & {
        assert(has_value());
        return *std::get_if<0>(&state_);
    }
    /// By value, so that `for (auto x : *make())` does not outlive what it refers to.
    T value() && {
        assert(has_value());
        return std::move(*std::get_if<0>(&state_));
    }
    const E& error() const {
        assert(!has_value());
        return *std::get_if<1>(&state_);
    }

    const T& operator*() const& { return value(); }
    T& operator*() & { return value(); }
    T operator*() && { return std::move(*this).value(); }
    const T* operator->() const { return &value(); }
    T* operator->() { return &value(); }

private:
    std::variant<T, E> state_;
};

/// Success carries nothing: `return {};`.
template <typename E>
class [[nodiscard]] Result<void, E> {
public:
    Result() = default;
    Result(E error) : error_(std::move(error)), ok_(false) {}

    bool has_value() const { return ok_; }
    explicit operator bool() const { return ok_; }
    void value() const { assert(ok_); }
    const E& error() const {
        assert(!ok_);
        return error_;
    }

private:
    E error_;
    bool ok_ = true;
};

/// `return fail("block {} has {} cells, 9 are needed", block, n);`
template <typename... Args>
[[nodiscard]] Error fail(fmt::format_string<Args...> format, Args&&... args) {
    return Error{fmt::format(format, std::forward<Args>(args)...)};
}

}  // namespace ninefold::base
