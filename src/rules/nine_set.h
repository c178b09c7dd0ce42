// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <compare>
#include <cstdint>

namespace ninefold::rules {

/// One of the nine blocks of the board, 0..8 row by row.
struct Block {
    std::uint8_t index = 0;
    constexpr auto operator<=>(const Block&) const = default;
};

/// One of the nine cells of a block, 0..8 row by row.
struct Cell {
    std::uint8_t index = 0;
    constexpr auto operator<=>(const Cell&) const = default;
};

/// A set of blocks or of cells in nine bits, bit i for index i. Iterates in ascending order.
template <typename Element>
class NineSet {
public:
    static constexpr unsigned kAllBits = 0x1ff;

    constexpr NineSet() = default;
    constexpr explicit NineSet(unsigned bits) : bits_(static_cast<std::uint16_t>(bits)) {}
    static constexpr NineSet all() { return NineSet(kAllBits); }
    static constexpr NineSet of(Element e) { return NineSet(1u << e.index); }

    constexpr unsigned bits() const { return bits_; }
    constexpr bool empty() const { return bits_ == 0; }
    constexpr bool is_all() const { return bits_ == kAllBits; }
    constexpr int size() const { return std::popcount(bits_); }
    constexpr bool contains(Element e) const { return (bits_ >> e.index & 1u) != 0; }
    /// Precondition: not empty.
    constexpr Element first() const {
        return Element{static_cast<std::uint8_t>(std::countr_zero(bits_))};
    }

    constexpr NineSet operator|(NineSet other) const { return NineSet(bits_ | other.bits_); }
    constexpr NineSet operator&(NineSet other) const { return NineSet(bits_ & other.bits_); }
    constexpr NineSet operator~() const { return NineSet(~unsigned{bits_} & kAllBits); }
    constexpr NineSet& operator|=(NineSet other) { return *this = *this | other; }
    constexpr NineSet& operator&=(NineSet other) { return *this = *this & other; }
    constexpr auto operator<=>(const NineSet&) const = default;

    class Iterator {
    public:
        constexpr explicit Iterator(unsigned bits) : bits_(bits) {}
        constexpr Element operator*() const {
            return Element{static_cast<std::uint8_t>(std::countr_zero(bits_))};
        }
        constexpr Iterator& operator++() {
            bits_ &= bits_ - 1;
            return *this;
        }
        constexpr bool operator!=(const Iterator& other) const { return bits_ != other.bits_; }

    private:
        unsigned bits_;
    };
    constexpr Iterator begin() const { return Iterator(bits_); }
    constexpr Iterator end() const { return Iterator(0); }

private:
    std::uint16_t bits_ = 0;
};

using BlockSet = NineSet<Block>;
using CellSet = NineSet<Cell>;

}  // namespace ninefold::rules
