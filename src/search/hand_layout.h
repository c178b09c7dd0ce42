// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "net/row_map.h"

namespace ninefold::search {

/// Where every weight of the hand-made evaluation stands, shared by the engine and by the program
/// that fits the weights (scripts/engine/fit_tables.cpp). Symmetric things share one weight: the
/// images of a block under the board's symmetries, and a pattern with its colours swapped (with the
/// opposite sign). docs/engine.md explains the terms.
///
///     section    indexed by                                          view
///     value      kind of block, pattern of its cells                 X
///     line       kind of line of blocks, classes of its three blocks X
///     target     kind of block, pattern: the block one is sent to    mover
///     critical   who would get a line by the target, its class       mover
///     free       open blocks, blocks the mover and the other can win mover
///     tempo      –                                                   mover
class HandLayout {
public:
    static constexpr unsigned kPatterns = net::patterns::kOwned;
    /// Codes after the patterns: the block has an owner, whatever its marks.
    static constexpr unsigned kOwnedX = kPatterns, kOwnedO = kPatterns + 1;
    static constexpr unsigned kCodes = kPatterns + 2;
    static constexpr unsigned kClasses = 16;
    static constexpr unsigned kTriples = kClasses * kClasses * kClasses;
    static constexpr unsigned kFreeStates = 10 * 4 * 4;

    struct Ref {
        std::int32_t weight = -1;  ///< -1: always zero
        std::int8_t sign = 0;
    };

    HandLayout();

    Ref value(unsigned block, unsigned code) const { return value_[block][code]; }
    Ref target(unsigned block, unsigned code) const { return target_[block][code]; }
    Ref line(unsigned kind, unsigned triple) const { return line_[kind][triple]; }
    unsigned critical(bool own, bool opp, unsigned relative_class) const {
        return critical_ + (own ? 2u : 0u) * kClasses + (opp ? 1u : 0u) * kClasses + relative_class;
    }
    unsigned free_move(unsigned state) const { return free_ + state; }
    unsigned tempo() const { return tempo_; }
    unsigned size() const { return tempo_ + 1; }
    /// The value section comes first; each of its weights also has a class.
    unsigned value_weights() const { return value_weights_; }

    static unsigned swap_colours(unsigned code);
    /// The code of a block: the first side's marks are the number's own.
    template <rules::Ruleset R>
    static unsigned code_of(const rules::Position<R>& p, rules::Block block, rules::Side first) {
        if (p.won(first).contains(block)) return kOwnedX;
        if (p.won(other(first)).contains(block)) return kOwnedO;
        return net::patterns::number(p.marks(first).block(block).bits(),
                                     p.marks(other(first)).block(block).bits());
    }
    static unsigned mirror_class(unsigned c) {
        constexpr std::array<std::uint8_t, kClasses> kMirror = {0, 2,  1,  6,  7,  8,  3,  4,
                                                                5, 15, 14, 13, 12, 11, 10, 9};
        return kMirror[c];
    }
    /// Dead, owned, or alive for X only, O only, both: the coarse part of a class.
    enum class Coarse { kDead, kOwnedX, kOwnedO, kOnlyX, kOnlyO, kBoth };
    static Coarse coarse(unsigned code);

    static unsigned free_state(unsigned open, unsigned own_completes, unsigned opp_completes) {
        return open * 16 + std::min(own_completes, 3u) * 4 + std::min(opp_completes, 3u);
    }

    struct Line {
        std::uint8_t kind;
        std::array<std::uint8_t, 3> blocks;
    };
    /// Rows, columns and diagonals of blocks; kind 0 along the edge, 1 across the middle, 2
    /// diagonal.
    static constexpr std::array<Line, 8> kLines = {{{0, {0, 1, 2}},
                                                    {1, {3, 4, 5}},
                                                    {0, {6, 7, 8}},
                                                    {0, {0, 3, 6}},
                                                    {1, {1, 4, 7}},
                                                    {0, {2, 5, 8}},
                                                    {2, {0, 4, 8}},
                                                    {2, {2, 4, 6}}}};
    static unsigned triple(unsigned a, unsigned b, unsigned c) {
        return (a * kClasses + b) * kClasses + c;
    }

private:
    void fold_patterns();
    void fold_lines();

    std::array<std::vector<Ref>, 9> value_, target_;
    std::array<std::vector<Ref>, 3> line_;
    unsigned value_weights_ = 0, critical_ = 0, free_ = 0, tempo_ = 0;
};

}  // namespace ninefold::search
