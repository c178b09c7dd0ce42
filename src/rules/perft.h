// SPDX-License-Identifier: MIT
#pragma once

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

/// How many cells of each block are in the set, as nine-bit numbers where the blocks' cells were.
/// Octal, because a block is three digits.
constexpr BoardSet count_by_block(BoardSet set) {
    const auto count = [](std::uint64_t word) {
        constexpr std::uint64_t kOneADigit = 0111111111111111111111;
        constexpr std::uint64_t kDigitABlock = 0007007007007007007007;
        word = (word & kOneADigit) + (word >> 1 & kOneADigit) + (word >> 2 & kOneADigit);
        return (word & kDigitABlock) + (word >> 3 & kDigitABlock) + (word >> 6 & kDigitABlock);
    };
    return {count(set.lo()), count(set.hi())};
}

/// Sum of the numbers of some blocks.
constexpr unsigned sum_of(BoardSet counts, BlockSet blocks) {
    const BoardSet chosen = counts & BoardSet::covering(blocks);
    constexpr std::uint64_t kOneABlock = 0001001001001001001001;
    return static_cast<unsigned>((chosen.lo() * kOneABlock >> 54 & 0777) + (chosen.hi() & 0777) +
                                 (chosen.hi() >> 9));
}

/// Replies to the moves `cells` of one block, after which the blocks `open` are open, `counts` says
/// how many cells they have left, and a free move has `free_choices`.
template <Ruleset R>
[[gnu::always_inline]] constexpr std::uint64_t replies(CellSet cells, BlockSet open,
                                                       BoardSet counts, unsigned free_choices) {
    if constexpr (Traits<R>::kSendsToSameBlock) {
        const BlockSet sent(cells.bits());
        return sum_of(counts, sent & open) +
               std::uint64_t{pattern::kCount[(sent & ~open).bits()]} * free_choices;
    }
    std::uint64_t sum = 0;
    for (const Cell cell : cells) {
        const BlockSet sent = Traits<R>::destinations(cell) & open;
        sum += sent.empty() ? free_choices : sum_of(counts, sent);
    }
    return sum;
}

/// Leaves two plies down, summed from cell counts without making a move: a mark that closes
/// nothing leaves every count but its own block's alone.
template <Ruleset R>
std::uint64_t count_two_plies(const Position<R>& position) {
    const BlockSet open = ~position.closed();
    const BoardSet empty = ~position.occupied() & BoardSet::covering(open);
    const BoardSet counts = count_by_block(empty);
    const auto choices = static_cast<unsigned>(empty.size());
    const Side side = position.side();
    const BlockSet owned = position.won(Side::kX) | position.won(Side::kO);
    std::uint64_t nodes = 0;
    for (const Block block : position.targets()) {
        const BlockSet here = BlockSet::of(block);
        const CellSet cells = empty.block(block);
        const unsigned size = pattern::kCount[cells.bits()];
        const CellSet winning =
            owned.contains(block)
                ? CellSet()
                : cells & CellSet(pattern::kCompletes[position.marks(side).block(block).bits()]);
        const CellSet filling = size == 1 ? cells : CellSet();
        const bool ends = pattern::kHasLine[(position.won(side) | here).bits()];
        const CellSet ending = ends ? winning : CellSet();
        const CellSet closing = (Traits<R>::kWonStaysOpen ? filling : winning | filling) & ~ending;
        const CellSet plain = cells & ~ending & ~closing;

        nodes += replies<R>(closing, open & ~here, counts, choices - size);
        const BoardSet one = BoardSet::of(block, Cell{0});
        const BoardSet one_less(counts.lo() - one.lo(), counts.hi() - one.hi());
        nodes += replies<R>(plain, open, one_less, choices - 1);
    }
    return nodes;
}

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

}  // namespace ninefold::rules
