// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "arena/events.h"

namespace ninefold::arena {

/// One event as a JSON object on one line, without line end (docs/formats.md, "Events").
std::string to_json_line(const Event& event);

}  // namespace ninefold::arena
