// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "pictures/text_style.h"
#include "protocol/info.h"
#include "rules/any_position.h"

namespace ninefold::pictures {

/// Whose mark stands in a cell, if any.
std::optional<rules::Side> mark_at(const rules::AnyPosition& position, rules::Move move);
/// Who has won a block that is closed, which is then shown as one big mark.
std::optional<rules::Side> big_mark(const rules::AnyPosition& position, rules::Block block);

/// The board as text: blocks in a grid with their numbers above them, won blocks as one big mark,
/// cells the mover may play in as their numbers (lit where colours are shown), the last move in
/// brackets. So a move is read off the board: block, then cell.
std::string board_text(const rules::AnyPosition& position, std::optional<rules::Move> last,
                       const TextStyle& style);

/// "X to move, target block 4", "X wins by line", …
std::string describe(const rules::AnyPosition& position);

/// The mover's score as people read it: who wins in how many moves of its own, which is proved, or
/// X's chances in percent, 1 to 99.
std::string score_text(const protocol::Score& score, rules::Side mover);

}  // namespace ninefold::pictures
