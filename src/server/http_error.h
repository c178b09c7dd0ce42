// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/foreign_text.h"
#include "base/result.h"

namespace ninefold::server {

/// Why a client does not get what it asked for: the HTTP status and one of the codes of docs/api.md
/// for programs, a sentence for people.
struct HttpError {
    int status = 400;
    std::string_view code;  ///< a literal
    std::string message;
};

template <typename... Args>
[[nodiscard]] HttpError refuse(int status, std::string_view code,
                               fmt::format_string<Args...> format, Args&&... args) {
    return {status, code, fmt::format(format, std::forward<Args>(args)...)};
}
template <typename... Args>
[[nodiscard]] HttpError bad_request(fmt::format_string<Args...> format, Args&&... args) {
    return {400, "bad-request", fmt::format(format, std::forward<Args>(args)...)};
}

/// The archive's queue is full.
[[nodiscard]] inline HttpError busy() {
    return refuse(503, "busy", "too many questions wait; try again");
}

/// The server's own fault. The client is not told file paths.
[[nodiscard]] inline HttpError internal(const base::Error& error) {
    return refuse(500, "internal", "{}", base::without_folders(error.message));
}

/// What was asked for, or why not.
template <typename T>
using HttpResult = base::Result<T, HttpError>;

}  // namespace ninefold::server
