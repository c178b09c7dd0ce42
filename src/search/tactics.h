// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "search/block_facts.h"
#include "search/value.h"

namespace ninefold::search {

/// Blocks whose winning would complete a line of blocks for the side, and which it can win with
/// one mark: a right to move there wins the game.
template <rules::Ruleset R>
inline unsigned deadly_blocks(const rules::Position<R>& p, const BlockFacts& facts,
                              rules::Side side) {
    return rules::pattern::kCompletes[p.won(side).bits()] & facts.completes[index_of(side)];
}

/// Whether the mover wins with this very move.
template <rules::Ruleset R>
inline bool wins_at_once(const rules::Position<R>& p, const BlockFacts& facts) {
    return (deadly_blocks(p, facts, p.side()) & p.targets().bits()) != 0;
}

/// A move that wins at once. Precondition: wins_at_once.
template <rules::Ruleset R>
rules::Move winning_move(const rules::Position<R>& p, const BlockFacts& facts) {
    const rules::BlockSet blocks(deadly_blocks(p, facts, p.side()) & p.targets().bits());
    const rules::Block block = blocks.first();
    const rules::CellSet own = p.marks(p.side()).block(block);
    const rules::CellSet cells(rules::pattern::kCompletes[own.bits()]);
    return rules::Move(block, (cells & p.empty_cells(block)).first());
}

/// Whether the opponent, after the mover's `block`,`cell`, can win at once. `deadly` are the
/// opponent's deadly blocks before the move. Bit tests only: no move is made. Precondition: the
/// mover does not win at once.
template <rules::Ruleset R>
inline bool allows_win(const rules::Position<R>& p, unsigned deadly, rules::Block block,
                       rules::Cell cell) {
    const unsigned bit = 1u << block.index;
    const unsigned mark = 1u << cell.index;
    const rules::Side side = p.side();
    const unsigned own = p.marks(side).block(block).bits() | mark;
    const unsigned opp = p.marks(other(side)).block(block).bits();
    const bool owned = (p.won(side) | p.won(other(side))).contains(block);
    const bool wins_block = !owned && rules::pattern::kHasLine[own];
    const bool full = (own | opp) == 0x1ff;
    if ((deadly & bit) != 0) {
        const unsigned left = rules::pattern::kCompletes[opp] & ~(own | opp);
        if (wins_block || left == 0) deadly &= ~bit;
    }
    unsigned closed = p.closed().bits();
    if (full || (wins_block && !rules::Traits<R>::kWonStaysOpen)) closed |= bit;
    const unsigned open = 0x1ff & ~closed;
    const unsigned sent = rules::Traits<R>::destinations(cell).bits() & open;
    return (deadly & (sent != 0 ? sent : open)) != 0;
}

/// Whether the move wins a block that nobody owns.
template <rules::Ruleset R>
inline bool wins_block(const rules::Position<R>& p, rules::Move move) {
    const unsigned own = p.marks(p.side()).block(move.block()).bits();
    return rules::pattern::kHasLine[own | 1u << move.cell().index] &&
           !(p.won(p.side()) | p.won(other(p.side()))).contains(move.block());
}

/// Limits that the board itself puts on the result, in the mover's view, with no search: who can
/// still make a line, and under `majority` who can still get more blocks.
struct ResultBounds {
    int low = -1;  ///< -1 loss, 0 draw, 1 win
    int high = 1;
};

template <rules::Ruleset R>
[[gnu::always_inline]] inline ResultBounds result_bounds(const rules::Position<R>& p,
                                                         const BlockFacts& facts) {
    const rules::Side side = p.side();
    const unsigned own = facts.alive[index_of(side)];
    const unsigned opp = facts.alive[index_of(other(side))];
    const bool own_line = rules::pattern::kHasLine[own];
    const bool opp_line = rules::pattern::kHasLine[opp];
    ResultBounds bounds;
    if (own_line && opp_line) return bounds;
    if (p.tie_break() == rules::TieBreak::kDraw) {
        if (!own_line) bounds.high = 0;
        if (!opp_line) bounds.low = 0;
        return bounds;
    }
    const int own_sure = p.won(side).size(), opp_sure = p.won(other(side)).size();
    const int own_most = rules::pattern::kCount[own], opp_most = rules::pattern::kCount[opp];
    if (!own_line) bounds.high = own_most > opp_sure ? 1 : own_most == opp_sure ? 0 : -1;
    if (!opp_line) bounds.low = own_sure > opp_most ? 1 : own_sure == opp_most ? 0 : -1;
    return bounds;
}

/// Whether the mover gets at least `goal` (0 or 1), where the board decides that without a search.
template <rules::Ruleset R>
inline std::optional<bool> decided(const rules::Position<R>& p, const BlockFacts& facts, int goal) {
    if (p.is_over()) return p.outcome().points(p.side()) >= goal;
    if (wins_at_once(p, facts)) return true;
    const ResultBounds bounds = result_bounds(p, facts);
    if (bounds.low >= goal) return true;
    if (bounds.high < goal) return false;
    return std::nullopt;
}

}  // namespace ninefold::search
