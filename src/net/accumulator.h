// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "net/network.h"
#include "rules/position.h"

namespace ninefold::net {

namespace detail {

/// The blocks a side owns and those it can never own, as a macro pattern.
template <rules::Ruleset R>
unsigned macro_pattern(const rules::Position<R>& position, rules::Side side) {
    const unsigned own = position.won(side).bits();
    const unsigned lost = (position.won(other(side)) | position.closed()).bits() & ~own;
    return patterns::number(own, lost);
}

/// The block played in, as it was before the move that led to `after`.
template <rules::Ruleset R>
class BlockBefore {
public:
    BlockBefore(const rules::Position<R>& after, rules::Move move)
        : mover_(other(after.side())),
          own_(after.marks(mover_).block(move.block()).bits() & ~(1u << move.cell().index)),
          opponent_(after.marks(after.side()).block(move.block()).bits()) {
        if constexpr (rules::Traits<R>::kWonStaysOpen) {
            owned_ = after.won(mover_).contains(move.block()) && rules::pattern::kHasLine[own_];
            opponent_owned_ = after.won(after.side()).contains(move.block());
        }
    }

    /// Whether the move won the block, or filled it with nobody owning it.
    bool decided_by_move(const rules::Position<R>& after, rules::Block block) const {
        if (!rules::Traits<R>::kWonStaysOpen) return after.closed().contains(block);
        if (owned_ || opponent_owned_) return false;
        return after.won(mover_).contains(block) || after.closed().contains(block);
    }

    unsigned pattern(rules::Side side) const {
        const bool moved = side == mover_;
        if (rules::Traits<R>::kWonStaysOpen && (owned_ || opponent_owned_)) {
            return (owned_ == moved ? patterns::kOwned : patterns::kOpponentOwned) +
                   (own_ | opponent_);
        }
        return moved ? patterns::number(own_, opponent_) : patterns::number(opponent_, own_);
    }

private:
    rules::Side mover_;
    unsigned own_, opponent_;  ///< the mover's marks and the other side's
    bool owned_ = false, opponent_owned_ = false;
};

/// A short list of rows to add or to remove.
class RowList {
public:
    void add(const Row* row) { rows_[size_++] = row; }
    operator std::span<const Row* const>() const { return {rows_.data(), size_}; }

private:
    std::array<const Row*, 24> rows_;
    std::size_t size_ = 0;
};

}  // namespace detail

/// The sums of a position's rows, seen by X and by O; the rows of the targets are added when the
/// position is evaluated. A plain value, one per ply of a search: make it for the root, then from
/// its parent for every move. One thread at a time.
class alignas(32) Accumulator {
public:
    Accumulator() = default;

    /// Adds up all rows of a position.
    template <rules::Ruleset R>
    void refresh(const Network& network, const rules::Position<R>& position);

    /// Makes this the accumulator of `after`, which `move` led to from the parent's position.
    template <rules::Ruleset R>
    void update(const Network& network, const Accumulator& parent, rules::Move move,
                const rules::Position<R>& after);

    const Row* sums(rules::Side side) const { return sums_[static_cast<std::size_t>(side)].data(); }
    bool operator==(const Accumulator&) const = default;

private:
    /// What the macro board is to one side.
    struct Macro {
        std::uint16_t pattern = 0;
        Uses uses;
        constexpr bool operator==(const Macro&) const = default;
    };

    Row* sums(rules::Side side) { return sums_[static_cast<std::size_t>(side)].data(); }
    const Macro& macro(rules::Side side) const { return macro_[static_cast<std::size_t>(side)]; }
    unsigned use(rules::Block block, rules::Side side) const {
        return 3 * macro(side).uses.of(block) + macro(other(side)).uses.of(block);
    }
    template <rules::Ruleset R>
    void set_macro(const Network& network, const rules::Position<R>& position);
    /// The block's own row, and its row by use where it has one.
    void list_block(const Network& network, rules::Block block, unsigned pattern, rules::Side side,
                    detail::RowList& list) const;
    void exchange_block(const Network& network, const Accumulator& parent, rules::Block block,
                        rules::Side side, unsigned removed, unsigned added);
    template <rules::Ruleset R>
    void update_decided(const Network& network, const Accumulator& parent, rules::Block block,
                        const detail::BlockBefore<R>& before, const rules::Position<R>& after);

    std::array<std::array<Row, Shape::kLanes>, 2> sums_;
    std::array<Macro, 2> macro_;
};

template <rules::Ruleset R>
void Accumulator::set_macro(const Network& network, const rules::Position<R>& position) {
    for (const rules::Side side : {rules::Side::kX, rules::Side::kO}) {
        const unsigned pattern = detail::macro_pattern(position, side);
        macro_[static_cast<std::size_t>(side)] = {static_cast<std::uint16_t>(pattern),
                                                  network.map().uses(pattern)};
    }
}

inline void Accumulator::list_block(const Network& network, rules::Block block, unsigned pattern,
                                    rules::Side side, detail::RowList& list) const {
    const RowMap& map = network.map();
    const std::uint32_t within = map.within(pattern);
    list.add(network.row(map.block(block, within)));
    const unsigned block_use = use(block, side);
    if (pattern < patterns::kOwned && block_use != RowMap::kPlainUse) {
        list.add(network.row(map.use(block_use, within)));
    }
}

template <rules::Ruleset R>
void Accumulator::refresh(const Network& network, const rules::Position<R>& position) {
    set_macro(network, position);
    for (const rules::Side side : {rules::Side::kX, rules::Side::kO}) {
        detail::RowList added;
        for (const rules::Block block : rules::BlockSet::all()) {
            list_block(network, block, patterns::of(position, block, side), side, added);
        }
        added.add(network.row(network.map().macro(macro(side).pattern)));
        network.kernels().exchange_many(network.bias(), {}, added, sums(side));
    }
}

inline void Accumulator::exchange_block(const Network& network, const Accumulator& parent,
                                        rules::Block block, rules::Side side, unsigned removed,
                                        unsigned added) {
    const RowMap& map = network.map();
    const std::uint32_t from = map.within(removed), to = map.within(added);
    network.kernels().exchange(parent.sums(side), network.row(map.block(block, from)),
                               network.row(map.block(block, to)), sums(side));
    const unsigned block_use = use(block, side);
    if (block_use == RowMap::kPlainUse || added >= patterns::kOwned) return;
    network.kernels().exchange(sums(side), network.row(map.use(block_use, from)),
                               network.row(map.use(block_use, to)), sums(side));
}

template <rules::Ruleset R>
void Accumulator::update(const Network& network, const Accumulator& parent, rules::Move move,
                         const rules::Position<R>& after) {
    const rules::Block block = move.block();
    const detail::BlockBefore<R> before(after, move);
    if (before.decided_by_move(after, block)) {
        return update_decided(network, parent, block, before, after);
    }
    macro_ = parent.macro_;
    for (const rules::Side side : {rules::Side::kX, rules::Side::kO}) {
        exchange_block(network, parent, block, side, before.pattern(side),
                       patterns::of(after, block, side));
    }
}

template <rules::Ruleset R>
void Accumulator::update_decided(const Network& network, const Accumulator& parent,
                                 rules::Block block, const detail::BlockBefore<R>& before,
                                 const rules::Position<R>& after) {
    set_macro(network, after);
    const RowMap& map = network.map();
    for (const rules::Side side : {rules::Side::kX, rules::Side::kO}) {
        detail::RowList removed, added;
        parent.list_block(network, block, before.pattern(side), side, removed);
        list_block(network, block, patterns::of(after, block, side), side, added);
        removed.add(network.row(map.macro(parent.macro(side).pattern)));
        added.add(network.row(map.macro(macro(side).pattern)));
        for (const rules::Block b : rules::BlockSet::all()) {
            const unsigned old_use = parent.use(b, side), new_use = use(b, side);
            if (b == block || old_use == new_use) continue;
            const unsigned pattern = patterns::of(after, b, side);
            if (pattern >= patterns::kOwned) continue;
            const std::uint32_t within = map.within(pattern);
            if (old_use != RowMap::kPlainUse) removed.add(network.row(map.use(old_use, within)));
            if (new_use != RowMap::kPlainUse) added.add(network.row(map.use(new_use, within)));
        }
        network.kernels().exchange_many(parent.sums(side), removed, added, sums(side));
    }
}

}  // namespace ninefold::net
