// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

namespace ninefold::rules {

/// The eight lines of a 3x3 grid as nine-bit masks: rows, columns, diagonals.
inline constexpr std::array<std::uint16_t, 8> kLines = {0007, 0070, 0700, 0111,
                                                        0222, 0444, 0421, 0124};

/// Facts about every nine-bit pattern, the same for the cells of a block and for the blocks of the
/// board.
namespace pattern {

/// Whether the pattern holds a line.
inline constexpr std::array<bool, 512> kHasLine = [] {
    std::array<bool, 512> table{};
    for (unsigned bits = 0; bits < table.size(); ++bits) {
        for (const unsigned line : kLines) table[bits] = table[bits] || (bits & line) == line;
    }
    return table;
}();

/// The absent members that would complete a line, whether or not there is one already.
inline constexpr std::array<std::uint16_t, 512> kCompletes = [] {
    std::array<std::uint16_t, 512> table{};
    for (unsigned bits = 0; bits < table.size(); ++bits) {
        for (const unsigned line : kLines) {
            const unsigned missing = line & ~bits;
            if (missing != 0 && (missing & (missing - 1)) == 0) {
                table[bits] = static_cast<std::uint16_t>(table[bits] | missing);
            }
        }
    }
    return table;
}();

/// Number of members.
inline constexpr std::array<std::uint8_t, 512> kCount = [] {
    std::array<std::uint8_t, 512> table{};
    for (unsigned bits = 1; bits < table.size(); ++bits) {
        table[bits] = static_cast<std::uint8_t>(table[bits / 2] + bits % 2);
    }
    return table;
}();

/// kNth[bits][n] is the n-th member in ascending order, for n < kCount[bits].
inline constexpr std::array<std::array<std::uint8_t, 9>, 512> kNth = [] {
    std::array<std::array<std::uint8_t, 9>, 512> table{};
    for (unsigned bits = 0; bits < table.size(); ++bits) {
        unsigned n = 0;
        for (unsigned i = 0; i < 9; ++i) {
            if ((bits >> i & 1u) != 0) table[bits][n++] = static_cast<std::uint8_t>(i);
        }
    }
    return table;
}();

}  // namespace pattern
}  // namespace ninefold::rules
