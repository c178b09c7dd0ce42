// SPDX-License-Identifier: MIT
#pragma once

#include <stop_token>

#include "tui/sitting.h"

namespace ninefold::tui {

/// Plays in full screen with mouse and keyboard. Returns 0 when the last game was finished, 1 when
/// it was left.
int play_on_screen(Sitting& sitting, std::stop_token stop);

}  // namespace ninefold::tui
