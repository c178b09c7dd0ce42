// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <compare>
#include <cstdint>

#include "rules/lines.h"
#include "rules/move.h"

namespace ninefold::rules {

/// A set of the board's 81 cells: one side's marks, or the legal moves. Trivially copyable.
///
///     word  bits      holds
///     lo    0..62     blocks 0..6, cell c of block b at bit 9*b + c
///     hi    0..17     blocks 7 and 8, at bit 9*(b-7) + c
///
/// so that a move's value is its bit number, counting hi from 63. Iterates moves in ascending
/// order.
class BoardSet {
public:
    constexpr BoardSet() = default;
    constexpr BoardSet(std::uint64_t lo, std::uint64_t hi) : lo_(lo), hi_(hi) {}
    static constexpr BoardSet of(Block block, Cell cell) {
        const unsigned shift = 9u * block.index + cell.index;
        const bool in_lo = block.index < kLoBlocks;
        return {in_lo ? std::uint64_t{1} << shift : 0,
                in_lo ? 0 : std::uint64_t{1} << (shift - kLoBits)};
    }
    static constexpr BoardSet of(Move move) {
        const bool in_lo = move.value() < kLoBits;
        return {in_lo ? std::uint64_t{1} << move.value() : 0,
                in_lo ? 0 : std::uint64_t{1} << (move.value() - kLoBits)};
    }
    /// Every cell of the given blocks.
    static constexpr BoardSet covering(BlockSet blocks) {
        return {kBlockSpread[blocks.bits() & 0x7f], kBlockSpread[blocks.bits() >> kLoBlocks]};
    }

    constexpr std::uint64_t lo() const { return lo_; }
    constexpr std::uint64_t hi() const { return hi_; }
    constexpr CellSet block(Block block) const {
        const unsigned shift = 9u * block.index;
        const std::uint64_t word =
            block.index < kLoBlocks ? lo_ >> shift : hi_ >> (shift - kLoBits);
        return CellSet(static_cast<unsigned>(word) & CellSet::kAllBits);
    }
    constexpr void set_block(Block block, CellSet cells) {
        *this = *this & ~covering(BlockSet::of(block));
        const std::uint64_t bits = cells.bits();
        const unsigned shift = 9u * block.index;
        (block.index < kLoBlocks ? lo_ : hi_) |=
            bits << (block.index < kLoBlocks ? shift : shift - kLoBits);
    }
    constexpr bool contains(Move move) const { return !(*this & of(move)).empty(); }
    constexpr bool empty() const { return (lo_ | hi_) == 0; }
    constexpr int size() const { return std::popcount(lo_) + std::popcount(hi_); }
    /// The n-th member in ascending order. Precondition: n < size().
    constexpr Move nth(unsigned n) const {
        auto it = begin();
        for (; n > 0; --n) ++it;
        return *it;
    }

    constexpr BoardSet operator|(BoardSet o) const { return {lo_ | o.lo_, hi_ | o.hi_}; }
    constexpr BoardSet operator&(BoardSet o) const { return {lo_ & o.lo_, hi_ & o.hi_}; }
    constexpr BoardSet operator~() const { return {~lo_ & kLoMask, ~hi_ & kHiMask}; }
    constexpr auto operator<=>(const BoardSet&) const = default;

    class Iterator {
    public:
        constexpr Iterator(std::uint64_t lo, std::uint64_t hi) : lo_(lo), hi_(hi) {}
        constexpr Move operator*() const {
            return Move(lo_ != 0 ? static_cast<unsigned>(std::countr_zero(lo_))
                                 : kLoBits + static_cast<unsigned>(std::countr_zero(hi_)));
        }
        constexpr Iterator& operator++() {
            std::uint64_t& word = lo_ != 0 ? lo_ : hi_;
            word &= word - 1;
            return *this;
        }
        constexpr bool operator!=(const Iterator& o) const { return lo_ != o.lo_ || hi_ != o.hi_; }

    private:
        std::uint64_t lo_, hi_;
    };
    constexpr Iterator begin() const { return Iterator(lo_, hi_); }
    constexpr Iterator end() const { return Iterator(0, 0); }

private:
    static constexpr unsigned kLoBlocks = 7;
    static constexpr unsigned kLoBits = 63;
    static constexpr std::uint64_t kLoMask = (std::uint64_t{1} << 63) - 1;
    static constexpr std::uint64_t kHiMask = (std::uint64_t{1} << 18) - 1;
    /// All nine bits of block i are set where bit i of the index is.
    static constexpr auto kBlockSpread =
        pattern::tabulate<128>([](unsigned mask) { return pattern::spread(mask, 9); });

    std::uint64_t lo_ = 0;
    std::uint64_t hi_ = 0;
};

}  // namespace ninefold::rules
