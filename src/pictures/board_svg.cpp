// SPDX-License-Identifier: MIT
#include "pictures/board_svg.h"

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
constexpr int kBoardSize = 3 * kBlockSize + 2 * kBlockGap + 2 * kMargin;

/// Top left corner and size of a square.
struct Square {
    int x, y, size;
};

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

/// Draws one board; the elements are added to one string, lowest first.
class BoardDrawing {
public:
    BoardDrawing(const rules::AnyPosition& position, const BoardPicture& picture)
        : position_(position), picture_(picture), palette_(picture.theme) {}

    std::string draw() {
        svg_ = fmt::format(R"(<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{0}" )"
                           R"(viewBox="0 0 {1} {1}" role="img">)"
                           "\n<title>{2}</title>\n",
                           picture_.size, kBoardSize, rules::to_text(position_));
        svg_ += palette_.style();
        rectangle({0, 0, kBoardSize}, Colour::kGround, 6);
        for (const Block block : rules::BlockSet::all()) draw_block(block);
        return svg_ + "</svg>\n";
    }

private:
    void draw_block(Block block) {
        const std::optional<Side> owner = owner_of(block);
        const Square square = square_of(block);
        rectangle(square, owner ? soft_colour_of(*owner) : Colour::kBlock, 5);
        if (position_.targets().contains(block)) frame(square, colour_of(position_.side()));
        const bool faded = owner && position_.closed().contains(block);
        for (unsigned cell = 0; cell < 9; ++cell) {
            draw_cell(Move(block, Cell{static_cast<std::uint8_t>(cell)}), faded);
        }
        // A block that is won but still played in shows its cells through the big mark.
        if (owner) mark(square, *owner, faded ? 0.9 : 0.3);
    }

    void draw_cell(Move move, bool faded) {
        const Square square = square_of(move);
        const bool legal = position_.is_legal(move);
        if (!faded) rectangle(square, legal ? Colour::kCell : Colour::kCellIdle, 3);
        if (picture_.last == move) rectangle(square, Colour::kLast, 3);
        for (const Side side : {Side::kX, Side::kO}) {
            if (position_.marks(side).contains(move)) mark(square, side, faded ? 0.25 : 1);
        }
        if (legal && picture_.numbers) number(square, move);
    }

    std::optional<Side> owner_of(Block block) const {
        for (const Side side : {Side::kX, Side::kO}) {
            if (position_.won(side).contains(block)) return side;
        }
        return std::nullopt;
    }

    void rectangle(Square square, Colour colour, int radius) {
        svg_ += fmt::format(R"(<rect x="{}" y="{}" width="{}" height="{}" rx="{}"{}/>)"
                            "\n",
                            square.x, square.y, square.size, square.size, radius,
                            palette_.fill(colour));
    }

    void frame(Square square, Colour colour) {
        svg_ += fmt::format(R"(<rect x="{}" y="{}" width="{}" height="{}" rx="5" fill="none" )"
                            R"(stroke-width="3"{}/>)"
                            "\n",
                            square.x, square.y, square.size, square.size, palette_.stroke(colour));
    }

    void mark(Square square, Side side, double opacity) {
        const double inset = square.size * 0.24;
        const double low_x = square.x + inset, high_x = square.x + square.size - inset;
        const double low_y = square.y + inset, high_y = square.y + square.size - inset;
        const std::string style =
            fmt::format(R"(fill="none" stroke-width="{:.4g}" stroke-linecap="round" )"
                        R"(opacity="{}"{})",
                        square.size * 0.12, opacity, palette_.stroke(colour_of(side)));
        if (side == Side::kX) {
            svg_ += fmt::format(R"(<path d="M{0:.5g} {2:.5g}L{1:.5g} {3:.5g})"
                                R"(M{1:.5g} {2:.5g}L{0:.5g} {3:.5g}" {4}/>)"
                                "\n",
                                low_x, high_x, low_y, high_y, style);
        } else {
            svg_ += fmt::format(R"(<circle cx="{:.5g}" cy="{:.5g}" r="{:.4g}" {}/>)"
                                "\n",
                                (low_x + high_x) / 2, (low_y + high_y) / 2, (high_x - low_x) / 2,
                                style);
        }
    }

    void number(Square square, Move move) {
        svg_ += fmt::format(R"(<text x="{}" y="{}" font-size="11" font-family="sans-serif" )"
                            R"(text-anchor="middle"{}>{}</text>)"
                            "\n",
                            square.x + square.size / 2, square.y + square.size / 2 + 4,
                            palette_.fill(Colour::kMuted), rules::to_text(move));
    }

    const rules::AnyPosition& position_;
    const BoardPicture& picture_;
    Palette palette_;
    std::string svg_;
};

}  // namespace

std::string board_svg(const rules::AnyPosition& position, const BoardPicture& picture) {
    return BoardDrawing(position, picture).draw();
}

}  // namespace ninefold::pictures
