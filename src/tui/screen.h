// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rules/any_position.h"

namespace ninefold::tui {

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
    /// Whether the terminal is large enough for the board.
    bool fits() const;

private:
    struct Size {
        int cell_width = 3, cell_height = 1;
    };
    Size size() const;
    int row_of(int board_row) const;
    int column_of(int board_column) const;
    int board_bottom() const;  ///< the row below the board
    int board_right() const;   ///< the column right of the board
    bool has_side_panel() const;
    void draw_board(const ScreenState& state);
    void draw_cell(const ScreenState& state, rules::Move move);
    std::string cell_text(const ScreenState& state, rules::Move move) const;
    void draw_big_mark(rules::Block block, rules::Side side);
    void draw_frame(const ScreenState& state);
    void draw_block_number(const ScreenState& state, rules::Block block);
    void underline_next_targets(const ScreenState& state);
    void draw_names(const ScreenState& state, int row, int column);
    void draw_side_panel(const ScreenState& state);
    void draw_panel_below(const ScreenState& state, int row);
    /// The row below the message.
    int draw_message(const ScreenState& state);
    void draw_help(int row, int column, int rows, int width);
    void draw_eval(double eval);
    int mark_colour(rules::Side side) const;

    bool ascii_;
    bool colours_ = false;
};

}  // namespace ninefold::tui
