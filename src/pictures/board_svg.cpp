// SPDX-License-Identifier: MIT
#include "pictures/board_svg.h"

#include "pictures/board_shapes.h"
#include "rules/move_text.h"
#include "rules/position_text.h"

namespace ninefold::pictures {

namespace {

using rules::Block;
using rules::Cell;
using rules::Move;
using rules::Side;

/// Draws one board; the elements are added to one string, lowest first.
class BoardDrawing {
public:
    BoardDrawing(const rules::AnyPosition& position, const BoardPicture& picture)
        : position_(position), picture_(picture), shapes_(picture.theme) {}

    std::string draw() {
        svg_ = shapes_.opening(picture_.size, rules::to_text(position_));
        for (const Block block : rules::BlockSet::all()) draw_block(block);
        return svg_ + "</svg>\n";
    }

private:
    void draw_block(Block block) {
        const std::optional<Side> owner = owner_of(block);
        const Square square = square_of(block);
        svg_ += shapes_.rectangle(square, owner ? soft_colour_of(*owner) : Colour::kBlock, 5);
        if (position_.targets().contains(block))
            svg_ += shapes_.frame(square, colour_of(position_.side()));
        const bool faded = owner && position_.closed().contains(block);
        for (unsigned cell = 0; cell < 9; ++cell) {
            draw_cell(Move(block, Cell{static_cast<std::uint8_t>(cell)}), faded);
        }
        // A block that is won but still played in shows its cells through the big mark.
        if (owner) svg_ += shapes_.mark(square, *owner, faded ? 0.9 : 0.3);
    }

    void draw_cell(Move move, bool faded) {
        const Square square = square_of(move);
        const bool legal = position_.is_legal(move);
        if (!faded) svg_ += shapes_.rectangle(square, legal ? Colour::kCell : Colour::kCellIdle, 3);
        if (picture_.last == move) svg_ += shapes_.rectangle(square, Colour::kLast, 3);
        for (const Side side : {Side::kX, Side::kO}) {
            if (position_.marks(side).contains(move))
                svg_ += shapes_.mark(square, side, faded ? 0.25 : 1);
        }
        if (legal && picture_.numbers) number(square, move);
    }

    std::optional<Side> owner_of(Block block) const {
        for (const Side side : {Side::kX, Side::kO}) {
            if (position_.won(side).contains(block)) return side;
        }
        return std::nullopt;
    }

    void number(Square square, Move move) {
        svg_ += fmt::format(R"(<text x="{}" y="{}" font-size="11" font-family="sans-serif" )"
                            R"(text-anchor="middle"{}>{}</text>)"
                            "\n",
                            square.x + square.size / 2, square.y + square.size / 2 + 4,
                            shapes_.palette().fill(Colour::kMuted), rules::to_text(move));
    }

    const rules::AnyPosition& position_;
    const BoardPicture& picture_;
    BoardShapes shapes_;
    std::string svg_;
};

}  // namespace

std::string board_svg(const rules::AnyPosition& position, const BoardPicture& picture) {
    return BoardDrawing(position, picture).draw();
}

}  // namespace ninefold::pictures
