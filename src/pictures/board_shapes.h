// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "pictures/palette.h"
#include "rules/move.h"

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

/// The elements that boards are drawn with, each a whole line of SVG.
class BoardShapes {
public:
    explicit BoardShapes(Theme theme) : palette_(theme) {}

    const Palette& palette() const { return palette_; }
    /// The start of a picture of `size` pixels: root element, title, style and ground.
    std::string opening(int size, std::string_view title) const;
    std::string rectangle(Square square, Colour colour, int radius) const;
    std::string frame(Square square, Colour colour) const;
    std::string mark(Square square, rules::Side side, double opacity) const;

private:
    Palette palette_;
};

/// A string as XML shows it: `&`, `<`, `>` and quotes escaped, bytes that are not UTF-8 replaced.
std::string xml_text(std::string_view text);

}  // namespace ninefold::pictures
