// SPDX-License-Identifier: MIT
#include "pictures/board_drawing.h"

namespace ninefold::pictures {

namespace {

using rules::Block;
using rules::Cell;
using rules::Move;
using rules::Side;

/// One board, block by block.
class BlockDrawing {
public:
    BlockDrawing(const rules::AnyPosition& position, const BoardPicture& picture,
                 BoardCanvas& canvas)
        : position_(position), picture_(picture), canvas_(canvas) {}

    void draw_block(Block block) {
        const std::optional<Side> owner = owner_of(block);
        const Square square = square_of(block);
        canvas_.rectangle(square, owner ? soft_colour_of(*owner) : Colour::kBlock, 5);
        if (position_.targets().contains(block)) canvas_.frame(square, colour_of(position_.side()));
        const bool faded = owner && position_.closed().contains(block);
        for (unsigned cell = 0; cell < 9; ++cell) {
            draw_cell(Move(block, Cell{static_cast<std::uint8_t>(cell)}), faded);
        }
        // A block that is won but still played in shows its cells through the big mark.
        if (owner) canvas_.mark(square, *owner, faded ? 0.9 : 0.3);
    }

private:
    void draw_cell(Move move, bool faded) {
        const Square square = square_of(move);
        const bool legal = position_.is_legal(move);
        if (!faded) canvas_.rectangle(square, legal ? Colour::kCell : Colour::kCellIdle, 3);
        if (picture_.last == move) canvas_.rectangle(square, Colour::kLast, 3);
        for (const Side side : {Side::kX, Side::kO}) {
            if (position_.marks(side).contains(move)) canvas_.mark(square, side, faded ? 0.25 : 1);
        }
        if (legal && picture_.numbers) canvas_.number(square, move);
    }

    std::optional<Side> owner_of(Block block) const {
        for (const Side side : {Side::kX, Side::kO}) {
            if (position_.won(side).contains(block)) return side;
        }
        return std::nullopt;
    }

    const rules::AnyPosition& position_;
    const BoardPicture& picture_;
    BoardCanvas& canvas_;
};

}  // namespace

void draw_board(const rules::AnyPosition& position, const BoardPicture& picture,
                BoardCanvas& canvas) {
    BlockDrawing drawing(position, picture, canvas);
    for (const Block block : rules::BlockSet::all()) drawing.draw_block(block);
}

}  // namespace ninefold::pictures
