// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "pictures/svg.h"
#include "record/game_record.h"

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

/// How a game is shown as a moving picture.
struct MovingPicture {
    double seconds_a_move = 0.8;
    int size = 360;  ///< width and height in pixels; the drawing scales
    Theme theme = Theme::kLight;
};

/// A whole game as one animated `<svg>` element (SMIL), which repeats. Programs that do not animate
/// show the last position. Precondition: record::check() accepts the game.
std::string game_svg(const record::GameRecord& game, const MovingPicture& picture = {});

}  // namespace ninefold::pictures
