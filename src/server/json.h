// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "server/http_error.h"

namespace ninefold::server {

using Json = nlohmann::ordered_json;
/// A text that is made once and sent to many.
using SharedText = std::shared_ptr<const std::string>;

/// On one line; bytes that are not UTF-8 are replaced.
std::string to_line(const Json& json);
SharedText to_shared_line(const Json& json);

Json to_json(const HttpError& refusal);

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
    std::int64_t number(const char* name, std::int64_t min, std::int64_t max,
                        std::int64_t otherwise);
    bool flag(const char* name, bool otherwise);
    std::optional<std::int64_t> optional_number(const char* name, std::int64_t min,
                                                std::int64_t max);
    std::optional<bool> optional_flag(const char* name);

    const std::optional<HttpError>& wrong() const { return wrong_; }

private:
    void note(HttpError refusal) {
        if (!wrong_) wrong_ = std::move(refusal);
    }

    const Json& object_;
    std::optional<HttpError> wrong_;
};

}  // namespace ninefold::server
