// SPDX-License-Identifier: MIT
#include "pictures/board_shapes.h"

#include <fmt/format.h>

#include "base/foreign_text.h"

namespace ninefold::pictures {

namespace {

// In units of the viewBox.
constexpr int kCellSize = 32;
constexpr int kCellGap = 2;
constexpr int kPadding = 4;  ///< between a block's edge and its cells
constexpr int kBlockSize = 3 * kCellSize + 2 * kCellGap + 2 * kPadding;
constexpr int kBlockGap = 6;
constexpr int kMargin = 8;

}  // namespace

const int kBoardSize = 3 * kBlockSize + 2 * kBlockGap + 2 * kMargin;

Square square_of(rules::Block block) {
    const auto at = [](int index) { return kMargin + index * (kBlockSize + kBlockGap); };
    return {at(block.index % 3), at(block.index / 3), kBlockSize};
}

Square square_of(rules::Move move) {
    const Square block = square_of(move.block());
    const auto at = [](int index) { return kPadding + index * (kCellSize + kCellGap); };
    const int cell = move.cell().index;
    return {block.x + at(cell % 3), block.y + at(cell / 3), kCellSize};
}

Colour colour_of(rules::Side side) { return side == rules::Side::kX ? Colour::kX : Colour::kO; }
Colour soft_colour_of(rules::Side side) {
    return side == rules::Side::kX ? Colour::kXSoft : Colour::kOSoft;
}

std::string BoardShapes::opening(int size, std::string_view title) const {
    return fmt::format(R"(<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{0}" )"
                       R"(viewBox="0 0 {1} {1}" role="img">)"
                       "\n<title>{2}</title>\n{3}",
                       size, kBoardSize, xml_text(title), palette_.style()) +
           rectangle({0, 0, kBoardSize}, Colour::kGround, 6);
}

std::string BoardShapes::rectangle(Square square, Colour colour, int radius) const {
    return fmt::format(R"(<rect x="{}" y="{}" width="{}" height="{}" rx="{}"{}/>)"
                       "\n",
                       square.x, square.y, square.size, square.size, radius, palette_.fill(colour));
}

std::string BoardShapes::frame(Square square, Colour colour) const {
    return fmt::format(R"(<rect x="{}" y="{}" width="{}" height="{}" rx="5" fill="none" )"
                       R"(stroke-width="3"{}/>)"
                       "\n",
                       square.x, square.y, square.size, square.size, palette_.stroke(colour));
}

std::string BoardShapes::mark(Square square, rules::Side side, double opacity) const {
    const double inset = square.size * 0.24;
    const double low_x = square.x + inset, high_x = square.x + square.size - inset;
    const double low_y = square.y + inset, high_y = square.y + square.size - inset;
    const std::string style =
        fmt::format(R"(fill="none" stroke-width="{:.4g}" )"
                    R"(stroke-linecap="round" opacity="{}"{})",
                    square.size * 0.12, opacity, palette_.stroke(colour_of(side)));
    if (side == rules::Side::kX) {
        return fmt::format(R"(<path d="M{0:.5g} {2:.5g}L{1:.5g} {3:.5g})"
                           R"(M{1:.5g} {2:.5g}L{0:.5g} {3:.5g}" {4}/>)"
                           "\n",
                           low_x, high_x, low_y, high_y, style);
    }
    return fmt::format(R"(<circle cx="{:.5g}" cy="{:.5g}" r="{:.4g}" {}/>)"
                       "\n",
                       (low_x + high_x) / 2, (low_y + high_y) / 2, (high_x - low_x) / 2, style);
}

std::string xml_text(std::string_view text) { return base::escape_xml(base::safe_name(text)); }

}  // namespace ninefold::pictures
