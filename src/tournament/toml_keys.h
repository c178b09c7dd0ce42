// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

namespace ninefold::tournament {

/// The line, from 1, of the first key or header with more than `most` parts (`a.b.c` has three) in
/// a TOML file. Each part is a level of tables, and toml++ calls itself once for each level.
std::optional<int> line_of_deep_key(std::string_view text, int most);

}  // namespace ninefold::tournament
