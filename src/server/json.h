// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/caught.h"
#include "base/foreign_text.h"
#include "base/json_members.h"
#include "base/parse_json.h"
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

[[nodiscard]] inline HttpError bad_request(const base::Error& error) {
    return {400, "bad-request", error.message};
}

/// The server's own fault. The client is not told file paths.
[[nodiscard]] inline HttpError internal(const base::Error& error) {
    return refuse(500, "internal", "{}", base::without_folders(error.message));
}

/// What was asked for, or why not.
template <typename T>
using HttpResult = base::Result<T, HttpError>;

/// The answer that `work` gives. An exception is the server's own fault: the client gets an error,
/// and the thread continues.
template <typename Work>
std::invoke_result_t<Work> answer_of(Work&& work) {
    std::optional<std::invoke_result_t<Work>> answer;
    const base::Result<void> done = base::caught([&] { answer.emplace(work()); });
    if (!done) return internal(done.error());
    return std::move(*answer);
}

/// A result whose error is the server's own fault, or that of the request: `what` precedes it.
template <typename T>
HttpResult<T> or_internal(base::Result<T> result) {
    if (!result) return internal(result.error());
    if constexpr (std::is_void_v<T>) return {};
    else return std::move(result).value();
}
template <typename T>
HttpResult<T> or_bad_request(std::string_view what, base::Result<T> result) {
    if (!result) return bad_request("{}{}", what, result.error().message);
    if constexpr (std::is_void_v<T>) return {};
    else return std::move(result).value();
}

using Json = nlohmann::ordered_json;
/// A string that is made once and sent to many.
using SharedText = std::shared_ptr<const std::string>;

/// base::json_line(), to be sent to many.
SharedText to_shared_line(const Json& json);

/// Reads a JSON object from a client: no deeper than 16, so that none can exhaust the stack.
HttpResult<Json> parse_object(std::string_view text);

}  // namespace ninefold::server
