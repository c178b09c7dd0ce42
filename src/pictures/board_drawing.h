// SPDX-License-Identifier: MIT
#pragma once

#include "pictures/board_shapes.h"
#include "pictures/board_svg.h"

namespace ninefold::pictures {

/// What a board is drawn on: an SVG or pixels. Elements come lowest first.
class BoardCanvas {
public:
    virtual ~BoardCanvas() = default;
    virtual void rectangle(Square square, Colour colour, int radius) = 0;
    virtual void frame(Square square, Colour colour) = 0;
    virtual void mark(Square square, rules::Side side, double opacity) = 0;
    virtual void number(Square square, rules::Move move) = 0;
};

/// Draws everything but the ground below it.
void draw_board(const rules::AnyPosition& position, const BoardPicture& picture,
                BoardCanvas& canvas);

}  // namespace ninefold::pictures
