// SPDX-License-Identifier: MIT
// What Emscripten's C++ library of Debian 12 lacks of C++20, for a program with one thread: a stop
// is a flag, and a jthread is never started (the engine runs with one worker). Included before all
// else.
#pragma once

#include <cstdlib>
#include <memory>
#include <utility>

namespace std {

template <typename To, typename From>
constexpr To bit_cast(const From& from) noexcept {
    return __builtin_bit_cast(To, from);
}

class stop_token {
public:
    stop_token() = default;
    explicit stop_token(std::shared_ptr<bool> flag) : flag_(std::move(flag)) {}
    bool stop_requested() const noexcept { return flag_ && *flag_; }
    bool stop_possible() const noexcept { return flag_ != nullptr; }

private:
    std::shared_ptr<bool> flag_;
};

class stop_source {
public:
    stop_token get_token() const { return stop_token(flag_); }
    bool request_stop() { return !std::exchange(*flag_, true); }
    bool stop_requested() const { return *flag_; }

private:
    std::shared_ptr<bool> flag_ = std::make_shared<bool>(false);
};

class jthread {
public:
    template <typename F>
    explicit jthread(F&&) {
        std::abort();
    }
};

}  // namespace std
