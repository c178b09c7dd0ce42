// SPDX-License-Identifier: MIT
#include "tui/screen.h"

#include <langinfo.h>
#include <poll.h>
#include <termios.h>
#include <unistd.h>
#include <clocale>
#include <cmath>

#include <algorithm>
#include <array>

#include <fmt/format.h>
#define NCURSES_NOMACROS 1
#include <ncurses.h>

#include "pictures/board_text.h"
#include "pictures/text_style.h"
#include "rules/move_text.h"
#include "tui/fitted_text.h"

namespace ninefold::tui {

namespace {

// Colour pairs. Nearly everybody can distinguish orange and blue.
enum Pair : short { kXPair = 1, kOPair, kTargetPair, kHintPair, kFramePair, kSentPair };

constexpr int kTop = 1;  // the line above it has the numbers of the first blocks
constexpr int kLeft = 1;
/// The least room beside the board for names and moves; with less they stand below it.
constexpr int kPanelWidth = 24;
/// The room that the help needs beside the board; with less it takes the board's place.
constexpr int kHelpWidth = 40;

/// Clipped at the right edge. A character beyond ASCII is put alone; of longer strings that hold
/// some, a few columns may be lost.
void put(int row, int column, const std::string& text, int look = A_NORMAL) {
    if (row < 0 || row >= LINES || column >= COLS) return;
    const bool one_character = shown_width(text) == 1;
    attron(look);
    mvaddnstr(row, column, text.c_str(), one_character ? -1 : COLS - column);
    attroff(look);
}

/// Text folded to `width`. Returns the row below it.
int put_lines(int row, int column, std::string_view text, int width, int look = A_NORMAL) {
    for (const std::string& line : folded(text, width)) put(row++, column, line, look);
    return row;
}

/// The last lines, as many as there is room for above the row `end`.
void put_last(int row, int column, const std::vector<std::string>& lines, int end) {
    const auto shown = std::min(lines.size(), static_cast<std::size_t>(std::max(0, end - row)));
    for (auto line = lines.end() - static_cast<long>(shown); line != lines.end(); ++line) {
        put(row++, column, *line);
    }
}

struct HelpLine {
    const char *key, *text;
};

constexpr std::array kHelpLines = {
    HelpLine{"4 0", "two digits play: block 4, cell 0, as the board is numbered"},
    HelpLine{"arrows", "choose a cell; Enter plays there"},
    HelpLine{"mouse", "click a cell to play there"},
    HelpLine{"h", "hint: <4> marks the cell"},
    HelpLine{"u", "take back"},
    HelpLine{"e", "evaluation bar"},
    HelpLine{"r", "resign (asks again)"},
    HelpLine{"n", "new game"},
    HelpLine{"q", "leave"},
    HelpLine{"?", "this help; ? again closes it"}};

constexpr std::string_view kHelpEnd =
    "Numbered cells and dots may be played in. [X] is the last move. The cell you choose sends "
    "your "
    "opponent to the block of the same number; that block is underlined.";

/// Ctrl-C as a key like others, so that it asks before a game is left.
void hand_control_c_over() {
    termios mode{};
    if (tcgetattr(STDIN_FILENO, &mode) != 0) return;
    mode.c_cc[VINTR] = _POSIX_VDISABLE;
    tcsetattr(STDIN_FILENO, TCSANOW, &mode);
    def_prog_mode();
}

struct Size {
    int cell_width = 3, cell_height = 1;
};

Size size() {
    constexpr int kBigRows = kTop + 9 * 2 + 2;
    if (LINES >= kBigRows + 3 && COLS >= 90) return {5, 2};
    return {3, 1};
}

/// Whether the terminal is large enough for the board.
bool fits() { return LINES >= 15 && COLS >= 36; }

int row_of(int board_row) { return kTop + board_row * size().cell_height + board_row / 3; }
int column_of(int board_column) {
    return kLeft + board_column * size().cell_width + board_column / 3 * 2;
}
int board_bottom() { return row_of(8) + size().cell_height; }   // the row below the board
int board_right() { return column_of(8) + size().cell_width; }  // the column right of it
bool has_side_panel() { return COLS - (board_right() + 2) >= kPanelWidth; }

int mark_colour(Side side) { return COLOR_PAIR(side == Side::kX ? kXPair : kOPair) | A_BOLD; }

/// Draws one state on the screen.
class Drawing {
public:
    Drawing(const ScreenState& state, bool ascii) : state_(state), ascii_(ascii) {}

    void draw() {
        erase();
        if (!fits()) {
            put_lines(0, 0, "The terminal is too small: 36 columns and 15 lines are needed.", COLS);
            refresh();
            return;
        }
        const int side_width = COLS - (board_right() + 3) - 1;
        const bool help_beside = side_width >= kHelpWidth;
        if (state_.help && !help_beside) {
            draw_help(0, 1, LINES - 1, COLS - 2);
        } else {
            draw_board();
            const int below = draw_message();
            if (state_.help) draw_help(kTop, board_right() + 3, LINES - 1 - kTop, side_width);
            else if (has_side_panel()) draw_side_panel();
            else draw_panel_below(below);
        }
        put(LINES - 1, 1, state_.keys, COLOR_PAIR(kFramePair));
        refresh();
    }

private:
    const char* full_cell(Side side) const {
        if (!ascii_) return "█";
        return side == Side::kX ? "X" : "O";
    }

    /// What stands in a cell: its mark; where the mover may play, its number (in the block that the
    /// cursor is in, or the only one) or a dot.
    std::string cell_text(Move move) const {
        if (const auto side = pictures::mark_at(state_.position, move)) {
            return std::string(1, rules::to_capital(*side));
        }
        if (!state_.position.is_legal(move)) return " ";
        const bool numbered = state_.position.targets().size() == 1 || state_.hint == move ||
                              (state_.cursor && state_.cursor->block() == move.block());
        if (numbered) return fmt::to_string(move.cell().index);
        return ascii_ ? "." : "·";
    }

    void draw_cell(Move move) {
        const auto at = rules::coordinates(move);
        const int row = row_of(at.row) + (size().cell_height - 1) / 2;
        const int column = column_of(at.column);
        const int middle = column + size().cell_width / 2;
        int look = state_.position.is_legal(move) ? COLOR_PAIR(kTargetPair) | A_BOLD : A_NORMAL;
        if (const auto side = pictures::mark_at(state_.position, move)) look = mark_colour(*side);
        const bool hinted = state_.hint == move;
        if (hinted) look = COLOR_PAIR(kHintPair);
        const bool on_cursor = state_.cursor == move && state_.result.empty();
        if (on_cursor) look |= A_REVERSE;
        if (on_cursor || hinted) {
            put(row, column, std::string(static_cast<std::size_t>(size().cell_width), ' '), look);
        }
        put(row, middle, cell_text(move), look);
        if (state_.last != move && !hinted) return;
        put(row, middle - 1, hinted ? "<" : "[");
        put(row, middle + 1, hinted ? ">" : "]");
    }

    void draw_big_mark(Block block, Side side) {
        const int top = row_of(block.index / 3 * 3);
        const int left = column_of(block.index % 3 * 3);
        const int height = 3 * size().cell_height;
        const int width = 3 * size().cell_width;
        for (int r = 0; r < height; ++r) {
            const double y = (2.0 * r + 1) / height - 1;
            for (int c = 0; c < width; ++c) {
                const double x = (2.0 * c + 1) / width - 1;
                const bool on = side == Side::kX
                                    ? std::abs(std::abs(x) - std::abs(y)) < 1.4 / height
                                    : std::abs(std::hypot(x, y) - 0.8) < 1.0 / height;
                if (on) put(top + r, left + c, full_cell(side), mark_colour(side));
            }
        }
    }

    void draw_block_number(Block block) {
        const bool target = state_.result.empty() && state_.position.targets().contains(block);
        const int look = state_.picked == block ? A_REVERSE | A_BOLD
                         : target               ? COLOR_PAIR(kTargetPair) | A_BOLD
                                                : COLOR_PAIR(kFramePair);
        const int middle = column_of(block.index % 3 * 3) + 3 * size().cell_width / 2;
        put(row_of(block.index / 3 * 3) - 1, middle, fmt::to_string(block.index), look);
    }

    void draw_frame() {
        const int look = COLOR_PAIR(kFramePair);
        for (const int board_row : {0, 3, 6}) {
            for (int c = kLeft; c < board_right(); ++c) {
                put(row_of(board_row) - 1, c, ascii_ ? "-" : "─", look);
            }
        }
        for (const int board_column : {3, 6}) {
            const int column = column_of(board_column) - 2 + 1;
            for (int r = kTop - 1; r < board_bottom(); ++r) {
                const bool crossing = r == row_of(3) - 1 || r == row_of(6) - 1;
                const bool top = r == kTop - 1;
                const char* line = crossing ? "┼" : top ? "┬" : "│";
                if (ascii_) line = crossing || top ? "+" : "|";
                put(r, column, line, look);
            }
        }
        for (const Block block : rules::BlockSet::all()) draw_block_number(block);
    }

    /// Shows where the cell under the cursor would send the opponent.
    void underline_next_targets() {
        if (!state_.cursor || !state_.result.empty() || !state_.position.is_legal(*state_.cursor))
            return;
        const rules::AnyPosition next = state_.position.after(*state_.cursor);
        for (const Block block : next.targets()) {
            const int last = block.index / 3 * 3 + 2;
            const int row = row_of(last) + size().cell_height - 1;
            const int column = column_of(block.index % 3 * 3);
            mvchgat(row, column, 3 * size().cell_width, A_UNDERLINE, kSentPair, nullptr);
        }
    }

    void draw_eval(double eval) {
        const int height = board_bottom() - kTop;
        const int x_part = static_cast<int>(std::lround(eval * height));
        for (int r = 0; r < height; ++r) {
            const Side side = r >= height - x_part ? Side::kX : Side::kO;
            put(kTop + r, board_right() + 1, full_cell(side), mark_colour(side));
        }
    }

    void draw_names(int row, int column) {
        for (const Side side : {Side::kO, Side::kX}) {
            const bool to_move = state_.position.side() == side && state_.result.empty();
            put(row, column, fmt::format("{} {}", to_move ? ">" : " ", rules::to_capital(side)),
                mark_colour(side));
            put(row++, column + 4,
                fmt::format("{}  {}", side == Side::kX ? state_.x_name : state_.o_name,
                            side == Side::kX ? state_.x_clock : state_.o_clock));
        }
    }

    void draw_side_panel() {
        const int column = board_right() + 3;
        draw_names(kTop, column);
        put_last(kTop + 3, column, state_.moves, board_bottom());
    }

    /// Names and the latest moves, as far as there are rows above the last one.
    void draw_panel_below(int row) {
        if (LINES - 1 - row < 2) return;
        draw_names(row, 1);
        const std::string moves = fmt::format("{}", fmt::join(state_.moves, "  "));
        put_last(row + 2, 2, folded(moves, COLS - 2), LINES - 1);
    }

    void draw_help(int row, int column, int rows, int width) {
        constexpr int kKeyWidth = 8;
        std::vector<std::pair<std::string, std::string>> lines;
        for (const HelpLine& line : kHelpLines) {
            std::string key = line.key;
            for (std::string& text : folded(line.text, width - kKeyWidth)) {
                lines.emplace_back(std::exchange(key, {}), std::move(text));
            }
        }
        for (int i = 0; i < rows && i < static_cast<int>(lines.size()); ++i) {
            const auto& [key, text] = lines[static_cast<std::size_t>(i)];
            put(row, column, key, A_BOLD);
            put(row++, column + kKeyWidth, text);
        }
        const auto end = folded(kHelpEnd, width);
        if (static_cast<int>(lines.size() + 1 + end.size()) > rows) return;
        put_lines(row + 1, column, kHelpEnd, width);
    }

    /// Returns the row below the message.
    int draw_message() {
        const int width = state_.help ? board_right() - 1 : COLS - 2;  // the help stands beside it
        if (state_.result.empty())
            return put_lines(board_bottom(), 1, state_.message, width, A_BOLD);
        const int row = put_lines(board_bottom(), 1, state_.result, width, A_BOLD);
        return put_lines(row, 1, state_.message, width);
    }

    void draw_board() {
        for (const Block block : rules::BlockSet::all()) {
            if (const auto winner = pictures::big_mark(state_.position, block)) {
                draw_big_mark(block, *winner);
                continue;
            }
            for (const Cell cell : rules::CellSet::all()) draw_cell(Move(block, cell));
        }
        draw_frame();
        underline_next_targets();
        if (state_.eval) draw_eval(*state_.eval);
    }

    const ScreenState& state_;
    bool ascii_;
};

}  // namespace

std::vector<std::string> move_lines(Side first, std::span<const Move> moves) {
    std::vector<std::string> lines;
    const std::size_t shift = first == Side::kX ? 0 : 1;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const std::string move = rules::to_text(moves[i]);
        if ((i + shift) % 2 == 0 || lines.empty()) {
            lines.push_back(fmt::format("{:2}. {}", (i + shift) / 2 + 1, move));
        } else {
            lines.back() += "  " + move;
        }
    }
    return lines;
}

std::string clock_text(std::chrono::nanoseconds left) {
    const double seconds = std::max(0.0, static_cast<double>(left.count()) / 1e9);
    if (seconds < 20) return fmt::format("{:.1f}", seconds);
    const auto whole = static_cast<long>(seconds);
    return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

Screen::Screen(bool ascii) {
    std::setlocale(LC_ALL, "");
    ascii_ = ascii || std::string_view(nl_langinfo(CODESET)) != "UTF-8";
    initscr();
    cbreak();
    noecho();
    keypad(stdscr, TRUE);
    curs_set(0);
    set_escdelay(25);
    hand_control_c_over();
    mousemask(BUTTON1_CLICKED | BUTTON1_PRESSED, nullptr);
    mouseinterval(0);
    if (!pictures::wants_colours() || !has_colors()) return;
    start_color();
    use_default_colors();
    const bool many = COLORS >= 256;
    init_pair(kXPair, many ? 39 : COLOR_CYAN, -1);  // as on the page
    init_pair(kOPair, many ? 208 : COLOR_YELLOW, -1);
    init_pair(kTargetPair, COLOR_GREEN, -1);
    init_pair(kHintPair, COLOR_BLACK, COLOR_GREEN);
    init_pair(kFramePair, many ? 244 : COLOR_WHITE, -1);
    init_pair(kSentPair, many ? 213 : COLOR_MAGENTA, -1);
}

Screen::~Screen() { endwin(); }

void Screen::draw(const ScreenState& state) { Drawing(state, ascii_).draw(); }

std::optional<int> Screen::key(std::chrono::milliseconds most) {
    timeout(static_cast<int>(most.count()));
    const int key = getch();
    if (key == ERR) return std::nullopt;
    return key;
}

bool Screen::is_gone() const {
    pollfd terminal{STDIN_FILENO, 0, 0};
    return poll(&terminal, 1, 0) > 0;  // asked for nothing, it tells of nothing but the end
}

std::optional<Move> Screen::clicked() const {
    MEVENT event;
    if (getmouse(&event) != OK) return std::nullopt;
    for (int row = 0; row < 9; ++row) {
        for (int column = 0; column < 9; ++column) {
            const bool hit = event.y >= row_of(row) && event.y < row_of(row) + size().cell_height &&
                             event.x >= column_of(column) &&
                             event.x < column_of(column) + size().cell_width;
            if (hit) return rules::move_at({row, column});
        }
    }
    return std::nullopt;
}

}  // namespace ninefold::tui
