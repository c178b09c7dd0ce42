// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <string>
#include <string_view>

namespace ninefold::base {

/// `1 game`, `2 games`; `1 match`, `2 matches` with the plural ending "es".
template <std::integral Number>
std::string counted(Number number, std::string_view what, std::string_view plural = "s") {
    return std::to_string(number) + ' ' + std::string(what) +
           std::string(number == 1 ? "" : plural);
}

}  // namespace ninefold::base
