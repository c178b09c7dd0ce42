// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "rules/move_text.h"
#include "server/json.h"

namespace ninefold::server {

// How sides, moves and times are written in everything that clients see.

inline std::string letter(rules::Side side) { return std::string(1, rules::to_char(side)); }

inline Json letter_or_null(std::optional<rules::Side> side) {
    return side ? Json(letter(*side)) : Json(nullptr);
}

inline Json text_or_null(const std::string& text) {
    return text.empty() ? Json(nullptr) : Json(text);
}

inline double in_seconds(std::chrono::nanoseconds time) {
    return static_cast<double>(time.count()) / 1e9;
}

inline Json moves_json(const std::vector<rules::Move>& moves) {
    Json list = Json::array();
    for (const rules::Move move : moves) list.push_back(rules::to_text(move));
    return list;
}

}  // namespace ninefold::server
