// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "rules/move.h"

namespace ninefold::rules {

/// Block digit, then cell digit: `40` is block 4, cell 0.
std::string to_text(Move move);

/// Column a..i from the left, row 1..9 from the bottom: `a9` is block 0, cell 0.
std::string to_algebraic(Move move);

/// Reads either form.
base::Result<Move> parse_move(std::string_view text);

/// `x` or `o`.
char to_char(Side side);
/// `X` or `O`, as sentences write it.
char to_capital(Side side);

/// Row and column of a move on the 9x9 board, both from 0, the row from the top.
struct BoardCoordinates {
    int row = 0;
    int column = 0;
};
constexpr BoardCoordinates coordinates(Move move) {
    const int block = move.block().index;
    const int cell = move.cell().index;
    return {block / 3 * 3 + cell / 3, block % 3 * 3 + cell % 3};
}
/// Precondition: both 0..8.
constexpr Move move_at(BoardCoordinates at) {
    return Move(static_cast<unsigned>(9 * (at.row / 3 * 3 + at.column / 3) + at.row % 3 * 3 +
                                      at.column % 3));
}

}  // namespace ninefold::rules
