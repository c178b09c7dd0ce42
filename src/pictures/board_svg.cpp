// SPDX-License-Identifier: MIT
#include "pictures/board_svg.h"

#include "pictures/board_drawing.h"
#include "rules/move_text.h"
#include "rules/position_text.h"

namespace ninefold::pictures {

namespace {

/// The elements are added to one string.
class SvgCanvas final : public BoardCanvas {
public:
    SvgCanvas(const BoardPicture& picture, std::string_view title)
        : shapes_(picture.theme), svg_(shapes_.opening(picture.size, title)) {}

    std::string take() { return std::move(svg_) + "</svg>\n"; }

    void rectangle(Square square, Colour colour, int radius) override {
        svg_ += shapes_.rectangle(square, colour, radius);
    }
    void frame(Square square, Colour colour) override { svg_ += shapes_.frame(square, colour); }
    void mark(Square square, rules::Side side, double opacity) override {
        svg_ += shapes_.mark(square, side, opacity);
    }
    void number(Square square, rules::Move move) override {
        svg_ += fmt::format(R"(<text x="{}" y="{}" font-size="11" font-family="sans-serif" )"
                            R"(text-anchor="middle"{}>{}</text>)"
                            "\n",
                            square.x + square.size / 2, square.y + square.size / 2 + 4,
                            shapes_.palette().fill(Colour::kMuted), rules::to_text(move));
    }

private:
    BoardShapes shapes_;
    std::string svg_;
};

}  // namespace

std::string board_svg(const rules::AnyPosition& position, const BoardPicture& picture) {
    SvgCanvas canvas(picture, rules::to_text(position));
    draw_board(position, picture, canvas);
    return canvas.take();
}

}  // namespace ninefold::pictures
