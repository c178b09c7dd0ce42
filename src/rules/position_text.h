// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "rules/any_position.h"

namespace ninefold::rules {

/// `BLOCKS SIDE TARGET RULESET` (docs/formats.md). Equal positions have equal strings.
std::string to_text(const AnyPosition& position);

/// Reads such a string. Refuses one that no game can reach by its counts, owners, target or last
/// move, naming the place and the reason.
base::Result<AnyPosition> parse_position(std::string_view text);

/// Plays moves given as words separated by blanks; says which one cannot be played and why.
base::Result<AnyPosition> play_moves(AnyPosition position, std::string_view moves);
/// The same moves as values.
base::Result<std::vector<Move>> parse_moves(AnyPosition position, std::string_view text);

/// Why a move cannot be played, as a clause: "block 3 is not a target (4)". Nothing if it is legal.
std::string why_illegal(const AnyPosition& position, Move move);

}  // namespace ninefold::rules
