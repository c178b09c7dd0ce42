// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace ninefold::rules {

/// The eight lines of a 3x3 grid as nine-bit masks: rows, columns, diagonals.
inline constexpr std::array<std::uint16_t, 8> kLines = {0007, 0070, 0700, 0111,
                                                        0222, 0444, 0421, 0124};

/// Facts about every nine-bit pattern, the same for the cells of a block and for the blocks of the
/// board.
namespace pattern {

/// A table of `f` over every pattern, or over those of the first bits only.
template <std::size_t kSize = 512, typename F>
constexpr auto tabulate(F f) {
    std::array<decltype(f(0u)), kSize> table{};
    for (unsigned bits = 0; bits < kSize; ++bits) table[bits] = f(bits);
    return table;
}

/// Whether the pattern holds a line.
inline constexpr auto kHasLine = tabulate([](unsigned bits) {
    return std::any_of(kLines.begin(), kLines.end(),
                       [=](unsigned line) { return (bits & line) == line; });
});

/// Whether some line is free of the pattern's members.
inline constexpr auto kLeavesLine = tabulate([](unsigned bits) {
    return std::any_of(kLines.begin(), kLines.end(),
                       [=](unsigned line) { return (bits & line) == 0; });
});

/// The absent members that would complete a line, whether or not there is one already.
inline constexpr auto kCompletes = tabulate([](unsigned bits) {
    unsigned completing = 0;
    for (const unsigned line : kLines) {
        if (std::has_single_bit(line & ~bits)) completing |= line & ~bits;
    }
    return static_cast<std::uint16_t>(completing);
});

/// Number of members.
inline constexpr auto kCount =
    tabulate([](unsigned bits) { return static_cast<std::uint8_t>(std::popcount(bits)); });

/// kNth[bits][n] is the n-th member in ascending order, for n < kCount[bits].
inline constexpr auto kNth = tabulate([](unsigned bits) {
    std::array<std::uint8_t, 9> members{};
    for (unsigned n = 0; bits != 0; bits &= bits - 1) {
        members[n++] = static_cast<std::uint8_t>(std::countr_zero(bits));
    }
    return members;
});

/// Spreads the pattern: `width` bits are set where it has a member, the first one's at the right.
constexpr std::uint64_t spread(unsigned bits, unsigned width) {
    std::uint64_t groups = 0;
    for (; bits != 0; bits &= bits - 1) {
        const std::uint64_t group = (std::uint64_t{1} << width) - 1;
        groups |= group << width * static_cast<unsigned>(std::countr_zero(bits));
    }
    return groups;
}

}  // namespace pattern
}  // namespace ninefold::rules
