// SPDX-License-Identifier: MIT
// Any bytes as a duration, a time control, and the time controls of both sides.
#include <string_view>

#include "arena/time_control.h"
#include "require.h"

namespace ninefold::fuzz_time_control {

void run(std::string_view text) {
    fuzz::require_round_trip(text, arena::parse_duration, arena::duration_text);
    fuzz::require_round_trip(text, arena::parse_time_control,
                             [](const arena::TimeControl& control) { return to_text(control); });
    fuzz::require_round_trip(
        text, [](std::string_view both) { return arena::parse_time_controls(both); },
        [](const arena::TimeControls& both) { return to_text(both); });
}

}  // namespace ninefold::fuzz_time_control
