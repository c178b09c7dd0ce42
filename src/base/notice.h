// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace ninefold::base {

/// Says something on standard error. Where that cannot be written (a full disk, a pipe that nobody
/// reads any more, a closed descriptor), work continues: results are elsewhere.
template <typename... Args>
void notice(fmt::format_string<Args...> format, Args&&... args) {
    const std::string text = fmt::format(format, std::forward<Args>(args)...);
    std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace ninefold::base
