// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include "rules/position.h"

namespace ninefold::rules {

/// How much of the last plies perft may count instead of making.
enum class Counting { kEveryLeaf, kBulk };

namespace detail {

/// Makes the compiler believe that the value is read, so that making every leaf stays work.
template <typename T>
[[gnu::always_inline]] inline void keep(const T& value) {
    asm volatile("" : : "m"(value));
}

template <Ruleset R, typename F>
[[gnu::always_inline]] constexpr void for_each_child(const Position<R>& position, F&& visit) {
    for (const Block block : position.targets()) {
        for (const Cell cell : position.empty_cells(block)) visit(position.after(block, cell));
    }
}

/// Leaves two plies down, summed from cell counts without making a move: a mark that closes
/// nothing leaves every count but its own block's alone. Only for rulesets with one destination
/// a cell.
template <Ruleset R>
std::uint64_t count_two_plies(const Position<R>& position);

}  // namespace detail

/// Number of move sequences of `depth` plies; finished games count 0 below them.
template <Ruleset R>
std::uint64_t perft(const Position<R>& position, int depth, Counting counting = Counting::kBulk) {
    if (depth == 0) return 1;
    std::uint64_t nodes = 0;
    if (counting == Counting::kEveryLeaf) {
        if (depth == 1) {
            detail::for_each_child(position, [&](const Position<R>& child) {
                detail::keep(child);
                ++nodes;
            });
            return nodes;
        }
    } else if (depth == 1) {
        return static_cast<std::uint64_t>(position.legal_count());
    } else if (depth == 2) {
        return detail::count_two_plies(position);
    }
    detail::for_each_child(position, [&](const Position<R>& child) {
        nodes += perft(child, depth - 1, counting);
    });
    return nodes;
}

namespace detail {

template <Ruleset R>
std::uint64_t count_two_plies(const Position<R>& position) {
    std::array<std::uint8_t, 9> empties{};
    unsigned open_cells = 0;
    const unsigned open = (~position.closed()).bits();
    const BoardSet free_cells = ~position.occupied();
    for (const Block block : BlockSet(open)) {
        empties[block.index] = pattern::kCount[free_cells.block(block).bits()];
        open_cells += empties[block.index];
    }
    const Side side = position.side();
    // Replies to the moves `cells`, after which the blocks `open_after` are open and a free move
    // has `free_count` choices.
    const auto replies = [&](unsigned cells, unsigned open_after, unsigned free_count) {
        std::uint64_t sum = 0;
        for (const Cell cell : CellSet(cells)) {
            const BlockSet sent = Traits<R>::destinations(cell) & BlockSet(open_after);
            if (sent.empty()) sum += free_count;
            for (const Block block : sent) sum += empties[block.index];
        }
        return sum;
    };
    std::uint64_t nodes = 0;
    for (const Block block : position.targets()) {
        const unsigned bit = 1u << block.index;
        const unsigned free = free_cells.block(block).bits();
        const unsigned winning =
            (position.won(Side::kX) | position.won(Side::kO)).contains(block)
                ? 0
                : pattern::kCompletes[position.marks(side).block(block).bits()] & free;
        const unsigned filling = empties[block.index] == 1 ? free : 0;
        const unsigned ending =
            pattern::kHasLine[position.won(side).bits() | bit] ? winning : 0;
        const unsigned closing = (Traits<R>::kWonStaysOpen ? filling : winning | filling) & ~ending;
        const unsigned plain = free & ~ending & ~closing;

        nodes += replies(closing, open & ~bit, open_cells - empties[block.index]);
        --empties[block.index];
        nodes += replies(plain, open, open_cells - 1);
        ++empties[block.index];
    }
    return nodes;
}

}  // namespace detail
}  // namespace ninefold::rules
