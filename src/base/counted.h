// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <string>
#include <string_view>

namespace ninefold::base {

/// `1 game`, `2 games`.
template <std::integral Number>
std::string counted(Number number, std::string_view what) {
    return std::to_string(number) + ' ' + std::string(what) + (number == 1 ? "" : "s");
}

}  // namespace ninefold::base
