// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/result.h"
#include "rules/move.h"

namespace ninefold::rules {

/// How a game ended: the one list for the rules, the referee, the records and the pages. The first
/// three come from the board; the others are the referee's verdicts.
enum class Ending : std::uint8_t {
    kLine,         ///< three blocks in line
    kMajority,     ///< no line; more blocks
    kDraw,         ///< no line, and the tie-break does not decide
    kMoveTime,     ///< over the limit of one move
    kGameTime,     ///< over the limit of the whole game
    kIllegalMove,  ///< a well-formed move that the rules forbid
    kCrash,        ///< the bot's program ended, by a signal or on its own
    kGarbage,      ///< an answer that cannot be read
    kFlood,        ///< too much output
    kMemory,       ///< over the memory limit
    kStartFailed,  ///< the bot never got ready to play
    kTampering,    ///< the bot interfered with the game
    kResigned,     ///< the bot gave up
    kAdjudicated,  ///< ended early by agreement or by proof
    kVoid,         ///< the referee's own fault: replayed, never scored
};
inline constexpr int kEndingCount = 15;

std::string_view name(Ending ending);
base::Result<Ending> parse_ending(std::string_view text);

/// Whether one side lost by misbehaving rather than on the board.
constexpr bool is_forfeit(Ending ending) {
    return ending >= Ending::kMoveTime && ending <= Ending::kTampering;
}

/// What the board itself says of a finished game.
struct Outcome {
    Ending ending = Ending::kDraw;  ///< kLine, kMajority or kDraw
    std::optional<Side> winner;
    /// 1 where the side won, -1 where it lost, 0 for a draw.
    constexpr int points(Side side) const { return !winner ? 0 : *winner == side ? 1 : -1; }
    constexpr bool operator==(const Outcome&) const = default;
};

}  // namespace ninefold::rules
