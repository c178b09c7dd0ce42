// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "pictures/palette.h"
#include "rules/any_position.h"

namespace ninefold::pictures {

/// How a position is drawn.
struct BoardPicture {
    std::optional<rules::Move> last;  ///< the move to mark as the last one
    int size = 360;                   ///< width and height in pixels; the drawing scales
    bool numbers = false;             ///< the moves' names in the cells that may be played
    Theme theme = Theme::kLight;
};

/// A position as a complete `<svg>` element: the marks, won blocks as one big mark, the target
/// blocks framed in the mover's colour, the last move lit. Its `<title>` is the position string.
std::string board_svg(const rules::AnyPosition& position, const BoardPicture& picture = {});

}  // namespace ninefold::pictures
