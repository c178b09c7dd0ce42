// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace ninefold::protocol {

/// Text of a stranger made safe to keep and to show: what is not valid UTF-8 or is a control
/// character becomes an escape such as `\x00`, and what is longer than `limit` bytes is cut and
/// ends in `…`. A tab stays a tab. (For a message, base::quoted is shorter.)
std::string safe_text(std::string_view text, std::size_t limit);

}  // namespace ninefold::protocol
