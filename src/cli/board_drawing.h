// SPDX-License-Identifier: MIT
#pragma once

#include "cli/terminal.h"
#include "tui/board_drawing.h"

namespace ninefold::cli {

using tui::describe;
using tui::draw_board;

}  // namespace ninefold::cli
