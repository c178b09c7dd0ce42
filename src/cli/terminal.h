// SPDX-License-Identifier: MIT
#pragma once

#include "tui/terminal.h"

namespace ninefold::cli {

using tui::columns;
using tui::shows_colours;
using tui::Style;

}  // namespace ninefold::cli
