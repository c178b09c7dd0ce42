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
    unsigned lost = position.won(other(side)).bits();
    if constexpr (rules::Traits<R>::kWonStaysOpen) {
        lost |= position.closed().bits() & ~position.won(side).bits();
    } else {
        lost = position.closed().bits() & ~position.won(side).bits();
    }
    return patterns::number(position.won(side).bits(), lost);
}

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

    /// Makes this the accumulator of `after` = before.after(move), whose parent is that of
    /// `before`. Precondition: the position after is not over (nothing evaluates it).
    template <rules::Ruleset R>
    void update(const Network& network, const Accumulator& parent,
                const rules::Position<R>& before, rules::Block block,
                const rules::Position<R>& after);

    const Row* sums(rules::Side side) const { return sums_[static_cast<std::size_t>(side)].data(); }
    bool operator==(const Accumulator&) const = default;

private:
    Row* sums(rules::Side side) { return sums_[static_cast<std::size_t>(side)].data(); }
    const Uses& uses(rules::Side side) const { return uses_[static_cast<std::size_t>(side)]; }
    unsigned use(rules::Block block, rules::Side side) const {
        return 3 * uses(side).of(block) + uses(other(side)).of(block);
    }
    template <rules::Ruleset R>
    void set_uses(const Network& network, const rules::Position<R>& position);
    /// The block's own row, and its row by use where it has one.
    template <rules::Ruleset R>
    void list_block(const Network& network, const rules::Position<R>& position,
                    rules::Block block, rules::Side side, detail::RowList& list) const;
    template <rules::Ruleset R>
    void update_decided(const Network& network, const Accumulator& parent,
                        const rules::Position<R>& before, rules::Block block,
                        const rules::Position<R>& after);

    std::array<std::array<Row, Shape::kLanes>, 2> sums_;
    std::array<Uses, 2> uses_;
};

template <rules::Ruleset R>
void Accumulator::set_uses(const Network& network, const rules::Position<R>& position) {
    for (const rules::Side side : {rules::Side::kX, rules::Side::kO}) {
        uses_[static_cast<std::size_t>(side)] =
            network.map().uses(detail::macro_pattern(position, side));
    }
}

template <rules::Ruleset R>
void Accumulator::list_block(const Network& network, const rules::Position<R>& position,
                             rules::Block block, rules::Side side, detail::RowList& list) const {
    const RowMap& map = network.map();
    const unsigned pattern = patterns::of(position, block, side);
    const std::uint32_t within = map.within(pattern);
    list.add(network.row(map.block(block, within)));
    const unsigned block_use = use(block, side);
    if (pattern < patterns::kOwned && block_use != RowMap::kPlainUse) {
        list.add(network.row(map.use(block_use, within)));
    }
}

template <rules::Ruleset R>
void Accumulator::refresh(const Network& network, const rules::Position<R>& position) {
    set_uses(network, position);
    for (const rules::Side side : {rules::Side::kX, rules::Side::kO}) {
        detail::RowList added;
        for (const rules::Block block : rules::BlockSet::all()) {
            list_block(network, position, block, side, added);
        }
        added.add(network.row(network.map().macro(detail::macro_pattern(position, side))));
        network.kernels().exchange_many(network.bias(), {}, added, sums(side));
    }
}

template <rules::Ruleset R>
void Accumulator::update(const Network& network, const Accumulator& parent,
                         const rules::Position<R>& before, rules::Block block,
                         const rules::Position<R>& after) {
    const rules::Side mover = before.side();
    const bool decided = before.won(mover) != after.won(mover) ||
                         before.closed() != after.closed();
    if (decided) return update_decided(network, parent, before, block, after);
    uses_ = parent.uses_;
    const RowMap& map = network.map();
    for (const rules::Side side : {rules::Side::kX, rules::Side::kO}) {
        const unsigned old_pattern = patterns::of(before, block, side);
        const unsigned new_pattern = patterns::of(after, block, side);
        const std::uint32_t removed = map.within(old_pattern), added = map.within(new_pattern);
        network.kernels().exchange(parent.sums(side), network.row(map.block(block, removed)),
                                   network.row(map.block(block, added)), sums(side));
        const unsigned block_use = use(block, side);
        if (block_use != RowMap::kPlainUse && new_pattern < patterns::kOwned) {
            network.kernels().exchange(sums(side), network.row(map.use(block_use, removed)),
                                       network.row(map.use(block_use, added)), sums(side));
        }
    }
}

template <rules::Ruleset R>
void Accumulator::update_decided(const Network& network, const Accumulator& parent,
                                 const rules::Position<R>& before, rules::Block block,
                                 const rules::Position<R>& after) {
    set_uses(network, after);
    const RowMap& map = network.map();
    for (const rules::Side side : {rules::Side::kX, rules::Side::kO}) {
        detail::RowList removed, added;
        parent.list_block(network, before, block, side, removed);
        list_block(network, after, block, side, added);
        removed.add(network.row(map.macro(detail::macro_pattern(before, side))));
        added.add(network.row(map.macro(detail::macro_pattern(after, side))));
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
