// SPDX-License-Identifier: MIT
#pragma once

#include "pictures/board_picture.h"

namespace ninefold::pictures {

/// Top left corner and size of a square, in units of the viewBox.
struct Square {
    int x, y, size;
};

/// Width and height of the viewBox.
extern const int kBoardSize;

Square square_of(rules::Block block);
Square square_of(rules::Move move);
Colour colour_of(rules::Side side);
Colour soft_colour_of(rules::Side side);

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

class SvgCanvas final : public BoardCanvas {
public:
    explicit SvgCanvas(Theme theme) : svg_(theme) {}

    /// The start of a picture of `size` pixels, its ground included.
    void open(int size, std::string_view title);
    /// What was drawn since the last call.
    std::string take() { return svg_.take(); }

    void rectangle(Square square, Colour colour, int radius) override;
    void frame(Square square, Colour colour) override;
    void mark(Square square, rules::Side side, double opacity) override;
    void number(Square square, rules::Move move) override;

private:
    Svg svg_;
};

}  // namespace ninefold::pictures
