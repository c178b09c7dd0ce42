// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "pictures/palette.h"
#include "record/game_record.h"

namespace ninefold::pictures {

/// How a game is shown as a moving picture.
struct MovingPicture {
    double seconds_a_move = 0.8;
    double rest = 3;  ///< seconds at the end, before it starts again
    int size = 360;   ///< width and height in pixels; the drawing scales
    Theme theme = Theme::kLight;
};

/// A whole game as one animated `<svg>` element (SMIL), which repeats. Programs that do not animate
/// show the last position. Precondition: record::check() accepts the game.
std::string game_svg(const record::GameRecord& game, const MovingPicture& picture = {});

}  // namespace ninefold::pictures
