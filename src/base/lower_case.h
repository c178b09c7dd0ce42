// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace ninefold::base {

/// With the letters A to Z in lower case; all other bytes stay.
inline std::string lower_case(std::string_view given) {
    std::string text(given);
    for (char& c : text) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return text;
}

}  // namespace ninefold::base
