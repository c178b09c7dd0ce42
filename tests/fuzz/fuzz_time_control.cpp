// SPDX-License-Identifier: MIT
// Any bytes as a duration, a time control, and the time controls of both sides.
#include <string_view>

#include "arena/time_control.h"
#include "require.h"

using namespace ninefold;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    fuzz::require_round_trip(text, arena::parse_duration, arena::duration_text);
    fuzz::require_round_trip(text, arena::parse_time_control,
                             [](const arena::TimeControl& control) { return to_text(control); });
    fuzz::require_round_trip(
        text, [](std::string_view both) { return arena::parse_time_controls(both); },
        [](const arena::TimeControls& both) { return to_text(both); });
    return 0;
}
