// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "rules/any_position.h"

/// CodinGame's format for its Ultimate Tic-Tac-Toe: `row col` pairs on the 9x9 board, rows from the
/// top. A bot gets the opponent's last move and all legal moves, never the whole board, and
/// answers with a move. Lines come without line end; appended lines end in one.
namespace ninefold::protocol::codingame {

/// CodinGame plays the standard rules, and more blocks win where there is no line.
inline constexpr rules::Rules kRules{rules::Ruleset::kStandard, rules::TieBreak::kMajority};

/// One turn's input: the opponent's move (`-1 -1` for none), the number of legal moves, the moves.
void append_turn(std::string& text, std::optional<rules::Move> last,
                 const rules::AnyPosition& position);

std::string answer_text(rules::Move move);

/// A bot's answer, `row col`; words behind it are its message to the spectators.
base::Result<rules::Move> parse_answer(std::string_view line);

/// The other side: follows a game from what CodinGame's referee writes. One thread.
class Game {
public:
    /// Takes one line; the position to answer once a turn is complete.
    base::Result<std::optional<rules::AnyPosition>> read(std::string_view line);
    /// The move that was answered. Precondition: it is legal.
    void answered(rules::Move move) { position_ = position_.after(move); }

private:
    base::Result<void> read_opponent(std::string_view line);

    rules::AnyPosition position_ = rules::AnyPosition::start(kRules);
    int lines_to_skip_ = 0;  ///< legal moves, which the rules tell as well
    enum class Next : std::uint8_t { kOpponent, kCount, kMoves } next_ = Next::kOpponent;
};

}  // namespace ninefold::protocol::codingame
