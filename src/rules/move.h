// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstdint>

#include "rules/nine_set.h"

namespace ninefold::rules {

/// X moves first.
enum class Side : std::uint8_t { kX = 0, kO = 1 };

constexpr Side other(Side side) { return side == Side::kX ? Side::kO : Side::kX; }

/// Placing a mark in one cell of one block; one value 0..80 = 9 * block + cell.
class Move {
public:
    static constexpr int kCount = 81;

    constexpr Move() = default;
    constexpr explicit Move(unsigned value) : value_(static_cast<std::uint8_t>(value)) {}
    constexpr Move(Block block, Cell cell) : Move(9u * block.index + cell.index) {}

    constexpr unsigned value() const { return value_; }
    constexpr Block block() const { return Block{static_cast<std::uint8_t>(value_ / 9u)}; }
    constexpr Cell cell() const { return Cell{static_cast<std::uint8_t>(value_ % 9u)}; }
    constexpr auto operator<=>(const Move&) const = default;

private:
    std::uint8_t value_ = 0;
};

}  // namespace ninefold::rules
