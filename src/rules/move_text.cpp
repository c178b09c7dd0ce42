// SPDX-License-Identifier: MIT
#include "rules/move_text.h"

#include "base/foreign_text.h"

namespace ninefold::rules {

std::string to_text(Move move) {
    return {static_cast<char>('0' + move.block().index),
            static_cast<char>('0' + move.cell().index)};
}

std::string to_algebraic(Move move) {
    const auto [row, column] = coordinates(move);
    return {static_cast<char>('a' + column), static_cast<char>('9' - row)};
}

base::Result<Move> parse_move(std::string_view text) {
    if (text.size() == 2) {
        const char first = text[0];
        const char second = text[1];
        if (first >= '0' && first <= '8' && second >= '0' && second <= '8') {
            return Move(static_cast<unsigned>(9 * (first - '0') + (second - '0')));
        }
        if (first >= 'a' && first <= 'i' && second >= '1' && second <= '9') {
            return move_at({'9' - second, first - 'a'});
        }
    }
    return base::fail("{} is not a move; a move is block and cell, 00 to 88, or a1 to i9",
                      base::quoted(text));
}

char to_char(Side side) { return side == Side::kX ? 'x' : 'o'; }

char to_capital(Side side) { return side == Side::kX ? 'X' : 'O'; }

}  // namespace ninefold::rules
