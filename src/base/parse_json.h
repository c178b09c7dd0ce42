// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <type_traits>

#include <nlohmann/json.hpp>

namespace ninefold::base {

/// How deep a JSON text may be nested. What is read is walked, copied and printed recursively, so
/// that nesting without limit would exhaust the stack.
inline constexpr int kDeepestJson = 64;
/// Of what a bot adds to its moves, which documents carry within themselves.
inline constexpr int kDeepestMeta = 32;

/// How many members one object may have. Ordered ones are searched from the front for each member
/// that is read, so that many of them would take their square in time.
inline constexpr std::size_t kMostJsonMembers = 500;

/// Whether brackets are nested deeper than that, looked at without reading the text as JSON.
bool nests_deeper(std::string_view text, int depth);
/// Whether an object has more members than that, looked at in the same way.
bool has_larger_object(std::string_view text, std::size_t members);

/// The one place where JSON is read: a discarded value where the text is none, nested too deep, or
/// has too large an object where members are ordered. (The library takes a zero byte for the end
/// of the text, and would skip whatever follows it.)
template <typename Json = nlohmann::ordered_json>
Json parse_json(std::string_view text, int deepest = kDeepestJson,
                std::size_t most_members = kMostJsonMembers) {
    constexpr bool kOrdered = std::is_same_v<Json, nlohmann::ordered_json>;
    if (nests_deeper(text, deepest) || text.find('\0') != text.npos ||
        (kOrdered && has_larger_object(text, most_members))) {
        return Json(Json::value_t::discarded);
    }
    return Json::parse(text, nullptr, false);
}

/// The one place where JSON is printed: on one line, or indented where `indent` is not negative.
/// Bytes that are not UTF-8 are replaced.
template <typename Json = nlohmann::ordered_json>
std::string json_line(const Json& json, int indent = -1) {
    return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace ninefold::base
