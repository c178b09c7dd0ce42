// SPDX-License-Identifier: MIT
#pragma once

#include "rules/move.h"

namespace ninefold::tui {

// What this room draws and asks for in every line.
using rules::Block;
using rules::Cell;
using rules::Move;
using rules::Side;

}  // namespace ninefold::tui
