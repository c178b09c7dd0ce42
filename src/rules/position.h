// SPDX-License-Identifier: MIT
#pragma once

#include <cassert>
#include <cstdint>
#include <optional>
#include <type_traits>

#include "rules/board_set.h"
#include "rules/ending.h"
#include "rules/lines.h"
#include "rules/move.h"
#include "rules/ruleset.h"
#include "rules/zobrist.h"

namespace ninefold::rules {

/// The marks, owners and target that make up a position, for building one that was not reached by
/// play. Position::from_parts takes it as it is; position_text.h checks what comes from outside.
struct Parts {
    BoardSet x, o;
    BlockSet x_won, o_won;
    Side side = Side::kX;
    std::optional<Cell> target;  ///< the cell last played, while it restricts the mover
};

/// What the board says of a finished game, by the blocks that each side owns.
constexpr Outcome outcome_of(BlockSet x_won, BlockSet o_won, TieBreak tie_break) {
    if (pattern::kHasLine[x_won.bits()]) return {Ending::kLine, Side::kX};
    if (pattern::kHasLine[o_won.bits()]) return {Ending::kLine, Side::kO};
    if (tie_break == TieBreak::kMajority && x_won.size() != o_won.size()) {
        return {Ending::kMajority, x_won.size() > o_won.size() ? Side::kX : Side::kO};
    }
    return {Ending::kDraw, std::nullopt};
}

/// A position under one ruleset: a small value, copied to make a move (measured twice as fast as
/// undoing one). The ruleset is compiled in; the tie-break is a field, read only when a game ends
/// without a line. Safe to read from any number of threads.
///
///     bytes   field
///     0..31   own_, opp_       marks of the mover and of the other side
///     32..39  own_won_, opp_won_, closed_, targets_
///     40..42  side_, target_, tie_break_
///     48..55  hash_
///
/// The first fields are the *mover's*, so that making a move swaps whole words and never indexes
/// by side; side_ alone says which side that is.
template <Ruleset R>
class Position {
public:
    static constexpr Ruleset kRuleset = R;

    constexpr explicit Position(TieBreak tie_break = default_tie_break(R))
        : targets_(BlockSet::all()), tie_break_(tie_break), hash_(base_hash(tie_break)) {}

    /// Derives closed blocks, target blocks and hash. Precondition: the parts are consistent.
    static constexpr Position from_parts(const Parts& parts, TieBreak tie_break);

    constexpr Rules rules() const { return {R, tie_break_}; }
    constexpr TieBreak tie_break() const { return tie_break_; }
    constexpr Side side() const { return side_; }
    constexpr BoardSet marks(Side side) const { return side == side_ ? own_ : opp_; }
    constexpr BoardSet occupied() const { return own_ | opp_; }
    constexpr int ply() const { return occupied().size(); }

    /// Blocks owned by the side. Under `open` the first to make a line keeps the block.
    constexpr BlockSet won(Side side) const { return side == side_ ? own_won_ : opp_won_; }
    /// Blocks that take no more marks.
    constexpr BlockSet closed() const { return closed_; }
    /// Blocks the mover may play in; empty when the game is over.
    constexpr BlockSet targets() const { return targets_; }
    /// The cell last played while it restricts the mover; nothing at the start or for a free move.
    constexpr std::optional<Cell> target_cell() const {
        if (target_ == kFreeMove) return std::nullopt;
        return Cell{target_};
    }

    constexpr CellSet empty_cells(Block block) const {
        return ~(own_.block(block) | opp_.block(block));
    }
    constexpr BoardSet legal_moves() const { return ~occupied() & BoardSet::covering(targets_); }
    constexpr int legal_count() const { return legal_moves().size(); }
    constexpr bool is_legal(Move move) const { return legal_moves().contains(move); }

    /// The position after the mover plays there. Precondition: the move is legal.
    constexpr Position after(Block block, Cell cell) const;
    constexpr Position after(Move move) const { return after(move.block(), move.cell()); }

    constexpr bool is_over() const { return targets_.empty(); }
    /// Precondition: the game is over.
    constexpr Outcome outcome() const {
        assert(is_over());
        return outcome_of(won(Side::kX), won(Side::kO), tie_break_);
    }

    /// Equal positions have equal hashes; the rules are part of it.
    constexpr std::uint64_t hash() const { return hash_; }
    constexpr bool operator==(const Position&) const = default;

private:
    static constexpr std::uint8_t kFreeMove = 9;

    static constexpr std::uint64_t base_hash(TieBreak tie_break) {
        return zobrist::kKeys.target[kFreeMove] ^ zobrist::kKeys.rules[number_of({R, tie_break})];
    }
    constexpr void send_from(Cell cell);
    /// Nobody moves any more, so that nothing restricts the mover.
    constexpr void finish() {
        targets_ = BlockSet();
        target_ = kFreeMove;
    }

    BoardSet own_, opp_;
    BlockSet own_won_, opp_won_, closed_, targets_;
    Side side_ = Side::kX;
    std::uint8_t target_ = kFreeMove;
    TieBreak tie_break_;
    std::uint64_t hash_;
};

/// Sets target_ and targets_ for a mover sent by `cell`, from closed_.
template <Ruleset R>
[[gnu::always_inline]] constexpr void Position<R>::send_from(Cell cell) {
    const BlockSet open = ~closed_;
    const BlockSet sent = Traits<R>::destinations(cell) & open;
    const bool free = sent.empty();
    targets_ = free ? open : sent;
    target_ = free ? kFreeMove : cell.index;
}

template <Ruleset R>
[[gnu::always_inline]] constexpr Position<R> Position<R>::after(Block block, Cell cell) const {
    assert(targets_.contains(block) && empty_cells(block).contains(cell));
    Position next(*this);
    next.own_ = opp_;
    next.opp_ = own_ | BoardSet::of(block, cell);
    next.own_won_ = opp_won_;
    next.opp_won_ = own_won_;
    next.side_ = other(side_);

    const unsigned own = own_.block(block).bits() | 1u << cell.index;
    const bool full = (own | opp_.block(block).bits()) == CellSet::kAllBits;
    bool ends = false;
    std::uint64_t hash =
        hash_ ^ zobrist::kKeys.mark[static_cast<unsigned>(side_)][9u * block.index + cell.index] ^
        zobrist::kKeys.target[target_];
    if constexpr (Traits<R>::kWonStaysOpen) {
        if (pattern::kHasLine[own] && !(own_won_ | opp_won_).contains(block)) {
            next.opp_won_ |= BlockSet::of(block);
            ends = pattern::kHasLine[next.opp_won_.bits()];
            hash ^= zobrist::kKeys.owner[static_cast<unsigned>(side_)][block.index];
        }
        if (full) next.closed_ |= BlockSet::of(block);
    } else if (pattern::kHasLine[own]) {
        next.opp_won_ |= BlockSet::of(block);
        ends = pattern::kHasLine[next.opp_won_.bits()];
        next.closed_ |= BlockSet::of(block);
    } else if (full) {
        next.closed_ |= BlockSet::of(block);
    }
    next.send_from(cell);
    if (ends) next.finish();
    next.hash_ = hash ^ zobrist::kKeys.target[next.target_];
    return next;
}

template <Ruleset R>
constexpr Position<R> Position<R>::from_parts(const Parts& parts, TieBreak tie_break) {
    Position p(tie_break);
    const bool x_moves = parts.side == Side::kX;
    p.side_ = parts.side;
    p.own_ = x_moves ? parts.x : parts.o;
    p.opp_ = x_moves ? parts.o : parts.x;
    p.own_won_ = x_moves ? parts.x_won : parts.o_won;
    p.opp_won_ = x_moves ? parts.o_won : parts.x_won;
    for (const Block block : BlockSet::all()) {
        if (p.empty_cells(block).empty()) p.closed_ |= BlockSet::of(block);
    }
    if (!Traits<R>::kWonStaysOpen) p.closed_ |= parts.x_won | parts.o_won;
    p.targets_ = ~p.closed_;
    if (parts.target) p.send_from(*parts.target);
    if (pattern::kHasLine[parts.x_won.bits()] || pattern::kHasLine[parts.o_won.bits()]) p.finish();
    p.hash_ ^= zobrist::kKeys.target[kFreeMove] ^ zobrist::kKeys.target[p.target_];
    for (const Move move : parts.x) p.hash_ ^= zobrist::kKeys.mark[0][move.value()];
    for (const Move move : parts.o) p.hash_ ^= zobrist::kKeys.mark[1][move.value()];
    if (Traits<R>::kWonStaysOpen) {
        for (const Block block : parts.x_won) p.hash_ ^= zobrist::kKeys.owner[0][block.index];
        for (const Block block : parts.o_won) p.hash_ ^= zobrist::kKeys.owner[1][block.index];
    }
    return p;
}

using StandardPosition = Position<Ruleset::kStandard>;
using OpenPosition = Position<Ruleset::kOpen>;
using CorrespondencePosition = Position<Ruleset::kCorrespondence>;

static_assert(sizeof(StandardPosition) <= 64);
static_assert(std::is_trivially_copyable_v<StandardPosition>);

}  // namespace ninefold::rules
