// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "record/record_json.h"
#include "rules/move_text.h"
#include "server/json.h"

namespace ninefold::server {

// How sides, moves and times are written in everything that clients see.

inline std::string letter(rules::Side side) { return std::string(1, rules::to_char(side)); }

using record::in_seconds;
using record::side_json;

inline Json text_or_null(const std::string& text) {
    return text.empty() ? Json(nullptr) : Json(text);
}

inline Json moves_json(const std::vector<rules::Move>& moves) {
    Json list = Json::array();
    for (const rules::Move move : moves) list.push_back(rules::to_text(move));
    return list;
}

}  // namespace ninefold::server
