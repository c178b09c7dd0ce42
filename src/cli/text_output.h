// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace ninefold::cli {

/// Writes a file whole, or standard output for `-`. Throws a CommandError if it cannot be written.
void write_text(const std::string& path, std::string_view text);

}  // namespace ninefold::cli
