// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/caught.h"
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

/// The server's own fault. The client is not told file paths.
[[nodiscard]] inline HttpError internal(const base::Error& error) {
    return refuse(500, "internal", "{}", base::without_folders(error.message));
}

/// What was asked for, or why not.
template <typename T>
using HttpResult = base::Result<T, HttpError>;

/// The answer that `work` gives. An exception is the server's own fault: the client is told, and
/// the thread goes on.
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
/// A text that is made once and sent to many.
using SharedText = std::shared_ptr<const std::string>;

/// On one line; bytes that are not UTF-8 are replaced.
std::string to_line(const Json& json);
SharedText to_shared_line(const Json& json);

/// Reads a JSON object from a client: no deeper than 16, so that no text can exhaust the stack.
HttpResult<Json> parse_object(std::string_view text);

/// Reads members of a client's object. The first one that is wrong is remembered; the others then
/// give their defaults, so that a reader asks once, at the end.
class Members {
public:
    explicit Members(const Json& object) : object_(object) {}

    bool has(const char* name) const { return object_.contains(name) && !object_[name].is_null(); }
    std::string text(const char* name, std::string_view otherwise = {});
    std::string needed_text(const char* name);
    /// A string as `parse` reads it, e.g. a position.
    template <typename Parse>
    auto parsed(const char* name, const Parse& parse, std::string_view otherwise = {}) {
        auto value = parse(text(name, otherwise));
        if (value) return std::move(*value);
        note(bad_request("'{}': {}", name, value.error().message));
        return std::decay_t<decltype(*value)>{};
    }
    std::optional<std::int64_t> optional_number(const char* name, std::int64_t min,
                                                std::int64_t max);
    template <typename Number = std::int64_t>
    Number number(const char* name, std::int64_t min, std::int64_t max, std::int64_t otherwise) {
        return static_cast<Number>(optional_number(name, min, max).value_or(otherwise));
    }
    std::optional<bool> optional_flag(const char* name);
    bool flag(const char* name, bool otherwise) { return optional_flag(name).value_or(otherwise); }

    const std::optional<HttpError>& wrong() const { return wrong_; }

private:
    void note(HttpError refusal) {
        if (!wrong_) wrong_ = std::move(refusal);
    }

    const Json& object_;
    std::optional<HttpError> wrong_;
};

}  // namespace ninefold::server
