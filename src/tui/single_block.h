// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <istream>
#include <optional>

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

/// Plays it in lines of text; a cell is a digit 0 to 8. Returns 0 when finished, 1 when left.
int play_single_block(bool x_is_human, bool o_is_human, std::istream& in, std::FILE* out);

}  // namespace ninefold::tui
