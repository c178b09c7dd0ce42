// SPDX-License-Identifier: MIT
#include "server/json.h"

namespace ninefold::server {

SharedText to_shared_line(const Json& json) {
    return std::make_shared<const std::string>(base::json_line(json));
}

HttpResult<Json> parse_object(std::string_view text) {
    constexpr int kDeepest = 16;
    if (base::nests_deeper(text, kDeepest)) {
        return refuse(400, "bad-json", "nested deeper than {}", kDeepest);
    }
    Json json = base::parse_json(text);
    if (json.is_discarded()) return refuse(400, "bad-json", "this is not JSON");
    if (!json.is_object()) return refuse(400, "bad-json", "a JSON object is needed");
    return json;
}

std::string Members::text(const char* name, std::string_view otherwise) {
    if (!has(name)) return std::string(otherwise);
    const Json& value = object_[name];
    if (!value.is_string()) {
        note(bad_request("'{}' must be a string", name));
        return std::string(otherwise);
    }
    return value.get<std::string>();
}

std::string Members::needed_text(const char* name) {
    if (!has(name)) note(bad_request("'{}' is missing", name));
    return text(name);
}

std::optional<std::int64_t> Members::optional_number(const char* name, std::int64_t min,
                                                     std::int64_t max) {
    if (!has(name)) return std::nullopt;
    const Json& value = object_[name];
    const bool fits = value.is_number_integer() &&
                      !(value.is_number_unsigned() && value.get<std::uint64_t>() > INT64_MAX);
    if (!fits || value.get<std::int64_t>() < min || value.get<std::int64_t>() > max) {
        note(bad_request("'{}' must be a whole number from {} to {}", name, min, max));
        return std::nullopt;
    }
    return value.get<std::int64_t>();
}

std::optional<bool> Members::optional_flag(const char* name) {
    if (!has(name)) return std::nullopt;
    const Json& value = object_[name];
    if (!value.is_boolean()) {
        note(bad_request("'{}' must be true or false", name));
        return std::nullopt;
    }
    return value.get<bool>();
}

}  // namespace ninefold::server
