// SPDX-License-Identifier: MIT
#include "pictures/board_drawing.h"
#include "rules/move_text.h"
#include "rules/position_text.h"

namespace ninefold::pictures {

namespace {

using rules::Block;
using rules::Cell;
using rules::Move;
using rules::Side;

// In units of the viewBox.
constexpr int kCellSize = 32;
constexpr int kCellGap = 2;
constexpr int kPadding = 4;  ///< between a block's edge and its cells
constexpr int kBlockSize = 3 * kCellSize + 2 * kCellGap + 2 * kPadding;
constexpr int kBlockGap = 6;
constexpr int kMargin = 8;

/// One board, block by block.
struct BoardDrawing {
    const rules::AnyPosition& position;
    const BoardPicture& picture;
    BoardCanvas& canvas;

    void draw_block(Block block) const {
        const std::optional<Side> owner = owner_of(block);
        const Square square = square_of(block);
        canvas.rectangle(square, owner ? soft_colour_of(*owner) : Colour::kBlock, 5);
        if (position.targets().contains(block)) canvas.frame(square, colour_of(position.side()));
        const bool faded = owner && position.closed().contains(block);
        for (std::uint8_t cell = 0; cell < 9; ++cell) draw_cell(Move(block, Cell{cell}), faded);
        // A block that is won but still played in shows its cells through the big mark.
        if (owner) canvas.mark(square, *owner, faded ? 0.9 : 0.3);
    }

    void draw_cell(Move move, bool faded) const {
        const Square square = square_of(move);
        const bool legal = position.is_legal(move);
        if (!faded) canvas.rectangle(square, legal ? Colour::kCell : Colour::kCellIdle, 3);
        if (picture.last == move) canvas.rectangle(square, Colour::kLast, 3);
        for (const Side side : {Side::kX, Side::kO}) {
            if (position.marks(side).contains(move)) canvas.mark(square, side, faded ? 0.25 : 1);
        }
        if (legal && picture.numbers) canvas.number(square, move);
    }

    std::optional<Side> owner_of(Block block) const {
        for (const Side side : {Side::kX, Side::kO}) {
            if (position.won(side).contains(block)) return side;
        }
        return std::nullopt;
    }
};

}  // namespace

const int kBoardSize = 3 * kBlockSize + 2 * kBlockGap + 2 * kMargin;

Square square_of(Block block) {
    const auto at = [](int index) { return kMargin + index * (kBlockSize + kBlockGap); };
    return {at(block.index % 3), at(block.index / 3), kBlockSize};
}

Square square_of(Move move) {
    const Square block = square_of(move.block());
    const auto at = [](int index) { return kPadding + index * (kCellSize + kCellGap); };
    const int cell = move.cell().index;
    return {block.x + at(cell % 3), block.y + at(cell / 3), kCellSize};
}

Colour colour_of(Side side) { return side == Side::kX ? Colour::kX : Colour::kO; }
Colour soft_colour_of(Side side) { return side == Side::kX ? Colour::kXSoft : Colour::kOSoft; }

void draw_board(const rules::AnyPosition& position, const BoardPicture& picture,
                BoardCanvas& canvas) {
    const BoardDrawing drawing{position, picture, canvas};
    for (const Block block : rules::BlockSet::all()) drawing.draw_block(block);
}

void SvgCanvas::open(int size, std::string_view title) {
    svg_.open(size, size, kBoardSize, kBoardSize, title);
    rectangle({0, 0, kBoardSize}, Colour::kGround, 6);
}

void SvgCanvas::rectangle(Square square, Colour colour, int radius) {
    svg_.add(R"(<rect x="{}" y="{}" width="{}" height="{}" rx="{}"{}/>)", square.x, square.y,
             square.size, square.size, radius, svg_.fill(colour));
}

void SvgCanvas::frame(Square square, Colour colour) {
    svg_.add(
        R"(<rect x="{}" y="{}" width="{}" height="{}" rx="5" fill="none" stroke-width="3"{}/>)",
        square.x, square.y, square.size, square.size, svg_.stroke(colour));
}

void SvgCanvas::mark(Square square, Side side, double opacity) {
    const double inset = square.size * 0.24;
    const double low_x = square.x + inset, high_x = square.x + square.size - inset;
    const double low_y = square.y + inset, high_y = square.y + square.size - inset;
    const std::string style =
        fmt::format(R"(fill="none" stroke-width="{:.4g}" stroke-linecap="round" opacity="{}"{})",
                    square.size * 0.12, opacity, svg_.stroke(colour_of(side)));
    if (side == Side::kX) {
        svg_.add(
            R"(<path d="M{0:.5g} {2:.5g}L{1:.5g} {3:.5g}M{1:.5g} {2:.5g}L{0:.5g} {3:.5g}" {4}/>)",
            low_x, high_x, low_y, high_y, style);
    } else {
        svg_.add(R"(<circle cx="{:.5g}" cy="{:.5g}" r="{:.4g}" {}/>)", (low_x + high_x) / 2,
                 (low_y + high_y) / 2, (high_x - low_x) / 2, style);
    }
}

void SvgCanvas::number(Square square, Move move) {
    svg_.add(
        R"(<text x="{}" y="{}" font-size="11" font-family="sans-serif" text-anchor="middle"{}>)"
        "{}</text>",
        square.x + square.size / 2, square.y + square.size / 2 + 4, svg_.fill(Colour::kMuted),
        rules::to_text(move));
}

std::string board_svg(const rules::AnyPosition& position, const BoardPicture& picture) {
    SvgCanvas canvas(picture.theme);
    canvas.open(picture.size, rules::to_text(position));
    draw_board(position, picture, canvas);
    return canvas.take() + "</svg>\n";
}

}  // namespace ninefold::pictures
