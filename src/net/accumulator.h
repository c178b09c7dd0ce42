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
    using Block = rules::Block;
    using Side = rules::Side;
    static constexpr std::array kSides = {Side::kX, Side::kO};

public:
    Accumulator() = default;

    /// Adds up all rows of a position.
    template <rules::Ruleset R>
    void refresh(const Network& network, const rules::Position<R>& position) {
        set_macro(network, position);
        for (const Block block : rules::BlockSet::all()) set_block(network, position, block);
        for (const Side side : kSides) {
            detail::RowList added;
            for (const Block block : rules::BlockSet::all()) {
                list_block(network, block, side, added);
            }
            added.add(network.row(network.map().macro(macro(side).pattern)));
            network.kernels().exchange_many(network.bias(), {}, added, sums(side));
        }
    }

    /// Makes this the accumulator of `after`, which `move` led to from the parent's position.
    template <rules::Ruleset R>
    void update(const Network& network, const Accumulator& parent, rules::Move move,
                const rules::Position<R>& after) {
        const Block block = move.block();
        within_ = parent.within_;
        set_block(network, after, block);
        const RowMap& map = network.map();
        const bool decided = map.is_decided(within(block, Side::kX)) &&
                             !map.is_decided(parent.within(block, Side::kX));
        if (decided) {
            set_macro(network, after);
            for (const Side side : kSides) exchange_decided(network, parent, block, side);
        } else {
            macro_ = parent.macro_;
            for (const Side side : kSides) exchange_block(network, parent, block, side);
        }
    }

    const Row* sums(Side side) const { return sums_[static_cast<std::size_t>(side)].data(); }
    /// The block's pattern as the side sees it: its row within a section.
    std::uint32_t within(Block block, Side side) const {
        return within_[static_cast<std::size_t>(side)][block.index];
    }
    bool operator==(const Accumulator&) const = default;

private:
    /// What the macro board is to one side.
    struct Macro {
        std::uint16_t pattern = 0;
        Uses uses;
        constexpr bool operator==(const Macro&) const = default;
    };

    Row* sums(Side side) { return sums_[static_cast<std::size_t>(side)].data(); }
    const Macro& macro(Side side) const { return macro_[static_cast<std::size_t>(side)]; }
    unsigned use(Block block, Side side) const {
        return 3 * macro(side).uses.of(block) + macro(other(side)).uses.of(block);
    }

    template <rules::Ruleset R>
    void set_macro(const Network& network, const rules::Position<R>& position) {
        for (const Side side : kSides) {
            const unsigned pattern = detail::macro_pattern(position, side);
            macro_[static_cast<std::size_t>(side)] = {static_cast<std::uint16_t>(pattern),
                                                      network.map().uses(pattern)};
        }
    }

    template <rules::Ruleset R>
    void set_block(const Network& network, const rules::Position<R>& position, Block block) {
        for (const Side side : kSides) {
            const unsigned pattern = patterns::of(position, block, side);
            within_[static_cast<std::size_t>(side)][block.index] =
                static_cast<std::uint16_t>(network.map().within(pattern));
        }
    }

    /// The block's own row, and its row by use where it has one.
    void list_block(const Network& network, Block block, Side side, detail::RowList& list) const {
        const RowMap& map = network.map();
        const std::uint32_t row = within(block, side);
        list.add(network.row(map.block(block, row)));
        const unsigned block_use = use(block, side);
        if (!map.is_decided(row) && block_use != RowMap::kPlainUse) {
            list.add(network.row(map.use(block_use, row)));
        }
    }

    [[gnu::always_inline]] void exchange_block(const Network& network, const Accumulator& parent,
                                               Block block, Side side) {
        const RowMap& map = network.map();
        const std::uint32_t from = parent.within(block, side), to = within(block, side);
        network.kernels().exchange(parent.sums(side), network.row(map.block(block, from)),
                                   network.row(map.block(block, to)), sums(side));
        const unsigned block_use = use(block, side);
        if (block_use == RowMap::kPlainUse || map.is_decided(to)) return;
        network.kernels().exchange(sums(side), network.row(map.use(block_use, from)),
                                   network.row(map.use(block_use, to)), sums(side));
    }

    /// After a move that won the block, or filled it with nobody owning it.
    void exchange_decided(const Network& network, const Accumulator& parent, Block block,
                          Side side) {
        const RowMap& map = network.map();
        detail::RowList removed, added;
        parent.list_block(network, block, side, removed);
        list_block(network, block, side, added);
        removed.add(network.row(map.macro(parent.macro(side).pattern)));
        added.add(network.row(map.macro(macro(side).pattern)));
        for (const Block b : rules::BlockSet::all()) {
            const unsigned old_use = parent.use(b, side), new_use = use(b, side);
            const std::uint32_t row = within(b, side);
            if (b == block || old_use == new_use || map.is_decided(row)) continue;
            if (old_use != RowMap::kPlainUse) removed.add(network.row(map.use(old_use, row)));
            if (new_use != RowMap::kPlainUse) added.add(network.row(map.use(new_use, row)));
        }
        network.kernels().exchange_many(parent.sums(side), removed, added, sums(side));
    }

    std::array<std::array<Row, Shape::kLanes>, 2> sums_;
    std::array<std::array<std::uint16_t, 9>, 2> within_;
    std::array<Macro, 2> macro_;
};

}  // namespace ninefold::net
