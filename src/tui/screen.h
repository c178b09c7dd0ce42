// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rules/any_position.h"

namespace ninefold::tui {

using rules::Block;
using rules::Cell;
using rules::Move;
using rules::Side;

/// Everything that the screen shows: plain data, made by the game and drawn as it is.
struct ScreenState {
    rules::AnyPosition position;
    std::optional<rules::Move> last;
    std::optional<rules::Move> cursor;  ///< nothing where no person plays
    std::optional<rules::Move> hint;
    std::optional<rules::Block> picked;  ///< first digit of a move typed
    std::optional<double> eval;          ///< X's expected score
    std::string x_name, o_name, x_clock, o_clock;
    std::vector<std::string> moves;  ///< "12. 40 01", the latest last
    std::string message;             ///< below the board
    std::string result;              ///< when the game is over
    std::string keys;                ///< the last line: the keys that matter most
    bool help = false;
};

/// Moves as the screen lists them: `12. 40  01`, one line for two of them.
std::vector<std::string> move_lines(rules::Side first, std::span<const rules::Move> moves);

/// `12.3`, `4:05`.
std::string clock_text(std::chrono::nanoseconds left);

/// The terminal in full-screen mode, through ncurses. One object, one thread; the terminal is given
/// back by the destructor.
class Screen {
public:
    explicit Screen(bool ascii);
    ~Screen();
    Screen(const Screen&) = delete;
    Screen& operator=(const Screen&) = delete;

    void draw(const ScreenState& state);

    /// A key as curses numbers it, or nothing after `most`.
    std::optional<int> key(std::chrono::milliseconds most = std::chrono::milliseconds(100));
    /// True once the terminal is closed.
    bool is_gone() const;
    /// The cell under the mouse, for KEY_MOUSE.
    std::optional<rules::Move> clicked() const;

private:
    bool ascii_;
};

}  // namespace ninefold::tui
