// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include "rules/position.h"

namespace ninefold::search {

/// What each side can still do in each block, kept up to date move by move (one block changes at a
/// time). A few bytes, copied from ply to ply.
///
///     alive[s]      blocks that side s owns or can still win
///     completes[s]  open blocks that side s can win with its next mark
///
/// A side without a line in `alive` can no longer win by a line; a side with a block in
/// `completes` that finishes a line of blocks, and allowed to play there, wins at once.
struct BlockFacts {
    std::array<std::uint16_t, 2> alive{0x1ff, 0x1ff};
    std::array<std::uint16_t, 2> completes{0, 0};

    bool operator==(const BlockFacts&) const = default;
};

namespace detail {

inline void set_bit(std::uint16_t& mask, unsigned bit, bool on) {
    mask = static_cast<std::uint16_t>(on ? mask | bit : mask & ~bit);
}

}  // namespace detail

/// Brings the facts of one block up to date with the position.
template <rules::Ruleset R>
[[gnu::always_inline]] inline void update_facts(BlockFacts& facts, const rules::Position<R>& p,
                                                rules::Block block) {
    using rules::Side;
    const unsigned bit = 1u << block.index;
    const unsigned x = p.marks(Side::kX).block(block).bits();
    const unsigned o = p.marks(Side::kO).block(block).bits();
    const bool x_owns = p.won(Side::kX).contains(block);
    const bool o_owns = p.won(Side::kO).contains(block);
    const bool open = !x_owns && !o_owns;
    const unsigned empty = 0x1ff & ~(x | o);
    const bool room = empty != 0;
    detail::set_bit(facts.alive[0], bit,
                    x_owns || (open && room && rules::pattern::kLeavesLine[o]));
    detail::set_bit(facts.alive[1], bit,
                    o_owns || (open && room && rules::pattern::kLeavesLine[x]));
    detail::set_bit(facts.completes[0], bit, open && (rules::pattern::kCompletes[x] & empty) != 0);
    detail::set_bit(facts.completes[1], bit, open && (rules::pattern::kCompletes[o] & empty) != 0);
}

template <rules::Ruleset R>
BlockFacts facts_of(const rules::Position<R>& p) {
    BlockFacts facts;
    for (const rules::Block block : rules::BlockSet::all()) update_facts(facts, p, block);
    return facts;
}

constexpr unsigned index_of(rules::Side side) { return static_cast<unsigned>(side); }

}  // namespace ninefold::search
