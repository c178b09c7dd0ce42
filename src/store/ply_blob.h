// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "record/game_record.h"

namespace ninefold::store {

/// The moves of a game, one byte each: block in the high half, cell in the low one, so that SQL's
/// hex() shows them as every text does (`4001…`).
std::string encode_moves(const record::GameRecord& game);
base::Result<void> decode_moves(std::string_view bytes, record::GameRecord& game);

/// What was noted beside the moves, and the other tags. Nothing where there is nothing.
///
///     section  = letter, body; each letter at most once, only where some ply has the value
///     s c d    spent and clock in ns, depth:  present, then a signed number for each present ply
///     e        eval:                          present, then 8 bytes (IEEE 754) for each
///     m n      meta, note:                    present, then a length and bytes for each
///     t        tags:                          a count, then twice a length and bytes for each
///     present  = one bit a ply, the first in the lowest bit of the first byte
///     numbers  = seven bits a byte, lowest first, the high bit on all but the last; signed ones
///                with the sign in the lowest bit (zigzag). Lengths and counts are unsigned.
std::string encode_extra(const record::GameRecord& game);
/// Precondition: the moves are there already.
base::Result<void> decode_extra(std::string_view bytes, record::GameRecord& game);

}  // namespace ninefold::store
