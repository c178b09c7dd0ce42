// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "base/result.h"
#include "rules/any_position.h"

namespace ninefold::python {

/// A position as one row of a numpy array of uint16, for functions that take many at once. A row
/// may hold anything that a user wrote into it, so that read_state() checks it.
///
///     words    hold
///     0..8     X's marks, nine bits a block, bit c for cell c
///     9..17    O's marks
///     18, 19   the blocks that X owns, and O
///     20       the side to move: 0 X, 1 O
///     21       the cell that restricts the mover, 9 for a free move
///     22       the rules: 2 * ruleset + tie-break
///     23       0
using State = std::array<std::uint16_t, 24>;

State to_state(const rules::AnyPosition& position);

/// The position, or what in the row cannot be.
base::Result<rules::AnyPosition> read_state(const State& state);

}  // namespace ninefold::python
