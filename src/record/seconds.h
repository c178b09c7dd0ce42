// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "base/result.h"

namespace ninefold::record {

/// Seconds with as many decimals as are needed, to the nanosecond: `0.12`.
std::string seconds_text(std::chrono::nanoseconds duration);

/// Reads such a number, at most nine digits on either side of the point.
base::Result<std::chrono::nanoseconds> parse_seconds(std::string_view text);

}  // namespace ninefold::record
