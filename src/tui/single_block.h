// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <istream>
#include <memory>
#include <optional>

#include "bots/bot.h"
#include "rules/move.h"
#include "rules/nine_set.h"

namespace ninefold::tui {

/// Plain tic-tac-toe, the game of one block.
struct SingleBlock {
    rules::CellSet x, o;

    rules::Side side() const { return x.size() == o.size() ? rules::Side::kX : rules::Side::kO; }
    rules::CellSet empty() const { return ~(x | o); }
    std::optional<rules::Side> winner() const;
    bool is_over() const { return winner() || empty().empty(); }
    SingleBlock after(rules::Cell cell) const;
};

/// A move that never loses, found by looking at the whole game. Precondition: it is not over.
rules::Cell best_cell(const SingleBlock& block);

/// Who plays one of the sides: a person, a bot that knows plain tic-tac-toe, or best_cell.
struct SingleBlockSeat {
    bool is_human = false;
    std::unique_ptr<bots::Bot> bot{};
};

/// Plays it in lines of text; a cell is a digit 0 to 8. A bot is asked about the middle block of an
/// otherwise empty board, and its mistake loses. Returns 0 when finished, 1 when left.
int play_single_block(SingleBlockSeat x, SingleBlockSeat o, std::istream& in, std::FILE* out);

}  // namespace ninefold::tui
