// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "protocol/info.h"
#include "rules/any_position.h"
#include "tui/terminal.h"

namespace ninefold::tui {

using rules::Block;
using rules::Cell;
using rules::Move;
using rules::Side;

/// Whose mark stands in a cell, if any.
std::optional<rules::Side> mark_at(const rules::AnyPosition& position, rules::Move move);
/// Who has won a block that is closed, which is then shown as one big mark.
std::optional<rules::Side> big_mark(const rules::AnyPosition& position, rules::Block block);

/// The board as text: blocks in a grid with their numbers above them, won blocks as one big mark,
/// cells the mover may play in as their numbers (lit where colours are shown), the last move in
/// brackets. So a move is read off the board: block, then cell.
std::string draw_board(const rules::AnyPosition& position, std::optional<rules::Move> last,
                       const Style& style);

/// "X to move, target block 4", "X wins by line", …
std::string describe(const rules::AnyPosition& position);

/// X's expected score, where the score is the mover's.
inline double eval_of_x(const protocol::Score& score, rules::Side mover) {
    return mover == rules::Side::kX ? score.expected : 1 - score.expected;
}

/// The mover's score as people read it: who wins in how many moves of its own, which is proved, or
/// X's chances in percent, 1 to 99.
std::string score_text(const protocol::Score& score, rules::Side mover);

}  // namespace ninefold::tui
