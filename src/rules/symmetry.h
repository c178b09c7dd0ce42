// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include "rules/position.h"

namespace ninefold::rules {

/// One of the eight rotations and reflections of a 3x3 grid, applied to the blocks of the board
/// and to the cells of every block alike. Every ruleset is unchanged by all of them.
class Symmetry {
public:
    static constexpr int kCount = 8;

    /// Index 0 is the identity; bit 2 reflects left-right before index % 4 quarter turns clockwise.
    constexpr explicit Symmetry(unsigned index = 0) : index_(static_cast<std::uint8_t>(index)) {}

    constexpr unsigned index() const { return index_; }
    constexpr Symmetry inverse() const {
        // A reflection is its own inverse; a turn's is the rest of the circle.
        return Symmetry(index_ < 4 ? (4u - index_) % 4 : index_);
    }

    constexpr unsigned apply_index(unsigned i) const { return kMaps[index_][i]; }
    constexpr Block operator()(Block b) const { return Block{kMaps[index_][b.index]}; }
    constexpr Cell operator()(Cell c) const { return Cell{kMaps[index_][c.index]}; }
    constexpr Move operator()(Move m) const { return Move((*this)(m.block()), (*this)(m.cell())); }
    template <typename E>
    constexpr NineSet<E> operator()(NineSet<E> set) const {
        unsigned bits = 0;
        for (const E e : set) bits |= 1u << kMaps[index_][e.index];
        return NineSet<E>(bits);
    }
    constexpr BoardSet operator()(BoardSet set) const {
        BoardSet image;
        for (const Block b : BlockSet::all()) image.set_block((*this)(b), (*this)(set.block(b)));
        return image;
    }
    template <Ruleset R>
    constexpr Position<R> operator()(const Position<R>& position) const {
        Parts parts{(*this)(position.marks(Side::kX)),
                    (*this)(position.marks(Side::kO)),
                    (*this)(position.won(Side::kX)),
                    (*this)(position.won(Side::kO)),
                    position.side(),
                    position.target_cell()};
        if (parts.target) parts.target = (*this)(*parts.target);
        return Position<R>::from_parts(parts, position.tie_break());
    }

    constexpr bool operator==(const Symmetry&) const = default;

private:
    using Map = std::array<std::uint8_t, 9>;
    static constexpr std::array<Map, kCount> kMaps = [] {
        std::array<Map, kCount> maps{};
        for (unsigned s = 0; s < maps.size(); ++s) {
            for (unsigned i = 0; i < 9; ++i) {
                unsigned row = i / 3;
                unsigned column = s < 4 ? i % 3 : 2 - i % 3;
                for (unsigned turn = 0; turn < s % 4; ++turn) {
                    const unsigned old_row = row;
                    row = column;
                    column = 2 - old_row;
                }
                maps[s][i] = static_cast<std::uint8_t>(3 * row + column);
            }
        }
        return maps;
    }();

    std::uint8_t index_;
};

/// A representative that all eight images of a position share, and the symmetry that leads to it.
template <Ruleset R>
struct Canonical {
    Position<R> position;
    Symmetry symmetry;
};

/// The image with the smallest marks, owners and target, in that order.
template <Ruleset R>
constexpr Canonical<R> canonical(const Position<R>& position) {
    const auto precedes = [](const Position<R>& a, const Position<R>& b) {
        const auto key = [](const Position<R>& p) {
            return std::array{p.marks(Side::kX).lo(),
                              p.marks(Side::kX).hi(),
                              p.marks(Side::kO).lo(),
                              p.marks(Side::kO).hi(),
                              std::uint64_t{p.won(Side::kX).bits()},
                              std::uint64_t{p.target_cell() ? p.target_cell()->index : 9u}};
        };
        return key(a) < key(b);
    };
    Canonical<R> best{position, Symmetry()};
    for (unsigned s = 1; s < Symmetry::kCount; ++s) {
        const Position<R> image = Symmetry(s)(position);
        if (precedes(image, best.position)) best = {image, Symmetry(s)};
    }
    return best;
}

}  // namespace ninefold::rules
