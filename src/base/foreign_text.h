// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace ninefold::base {

/// Text from outside as a message may show it: in quotes, on one line, without control characters
/// or bytes that are not UTF-8, and cut at `limit` bytes.
std::string quoted(std::string_view text, std::size_t limit = 40);

bool is_utf8(std::string_view text);

/// The text with every byte that is not part of valid UTF-8 replaced by '?'.
std::string to_utf8(std::string_view text);

}  // namespace ninefold::base
