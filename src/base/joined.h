// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace ninefold::base {

/// What `part` (a function or a member) makes of each item, with `between` in between. Clang 14
/// cannot compile std::views of GCC 12's library.
template <typename Items, typename Part>
std::string joined(const Items& items, std::string_view between, const Part& part) {
    std::string text;
    bool is_first = true;
    for (const auto& item : items) {
        if (!is_first) text += between;
        is_first = false;
        text += std::invoke(part, item);
    }
    return text;
}

}  // namespace ninefold::base
