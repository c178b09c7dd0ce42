// SPDX-License-Identifier: MIT
#include "tui/screen.h"

#include <langinfo.h>
#include <clocale>
#include <cmath>

#include <algorithm>
#include <array>

#include <fmt/format.h>
#define NCURSES_NOMACROS 1
#include <ncurses.h>

#include "rules/move_text.h"

namespace ninefold::tui {

namespace {

using rules::Block;
using rules::Cell;
using rules::Move;
using rules::Side;

// Colour pairs. Orange and blue are told apart by nearly everybody.
enum Pair : short { kXPair = 1, kOPair, kTargetPair, kHintPair, kFramePair, kSentPair };

constexpr int kTop = 1;
constexpr int kLeft = 3;

/// Clipped at the right edge. Longer texts are ASCII, where a byte is a column.
void put(int row, int column, const std::string& text) {
    if (row < LINES && column < COLS)
        mvaddnstr(row, column, text.c_str(), std::max(COLS - column, 4));
}

constexpr std::array<const char*, 14> kHelpLines = {
    "arrows, Enter   choose a cell and play",
    "1-9, 1-9        block, then cell, as on a keypad",
    "mouse           click a cell",
    "u               take back",
    "h               hint",
    "e               evaluation bar",
    "r               resign",
    "n               new game",
    "q               quit",
    "?               this help",
    "",
    "Lit cells are the ones you may play in.",
    "The cell you choose sends your opponent to",
    "the block in the same place; it is underlined."};

}  // namespace

Screen::Screen(bool ascii) {
    std::setlocale(LC_ALL, "");
    ascii_ = ascii || std::string_view(nl_langinfo(CODESET)) != "UTF-8";
    initscr();
    cbreak();
    noecho();
    keypad(stdscr, TRUE);
    curs_set(0);
    timeout(100);
    set_escdelay(25);
    mousemask(BUTTON1_CLICKED | BUTTON1_PRESSED, nullptr);
    mouseinterval(0);
    colours_ = has_colors();
    if (!colours_) return;
    start_color();
    use_default_colors();
    const bool many = COLORS >= 256;
    init_pair(kXPair, many ? 208 : COLOR_YELLOW, -1);
    init_pair(kOPair, many ? 39 : COLOR_CYAN, -1);
    init_pair(kTargetPair, COLOR_GREEN, -1);
    init_pair(kHintPair, COLOR_BLACK, COLOR_GREEN);
    init_pair(kFramePair, many ? 244 : COLOR_WHITE, -1);
    init_pair(kSentPair, many ? 213 : COLOR_MAGENTA, -1);
}

Screen::~Screen() { endwin(); }

Screen::Size Screen::size() const {
    if (LINES >= kTop + 9 * 2 + 5 && COLS >= 90) return {5, 2};
    return {3, 1};
}

bool Screen::fits() const { return LINES >= 15 && COLS >= 36; }

int Screen::row_of(int board_row) const {
    return kTop + board_row * size().cell_height + board_row / 3;
}

int Screen::column_of(int board_column) const {
    return kLeft + board_column * size().cell_width + board_column / 3 * 2;
}

int Screen::mark_colour(Side side) const {
    return (side == Side::kX ? COLOR_PAIR(kXPair) : COLOR_PAIR(kOPair)) | A_BOLD;
}

std::optional<int> Screen::key() {
    const int key = getch();
    if (key == ERR) return std::nullopt;
    return key;
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

void Screen::draw_cell(const ScreenState& state, Move move) {
    const auto at = rules::coordinates(move);
    const int row = row_of(at.row) + (size().cell_height - 1) / 2;
    const int column = column_of(at.column);
    const int middle = column + size().cell_width / 2;
    const bool legal = state.position.is_legal(move);
    int look = A_NORMAL;
    std::string mark = " ";
    for (const Side side : {Side::kX, Side::kO}) {
        if (!state.position.marks(side).contains(move)) continue;
        mark = std::string(1, rules::to_capital(side));
        look = mark_colour(side);
    }
    if (mark == " " && legal) {
        mark = ascii_ ? "." : "·";
        look = COLOR_PAIR(kTargetPair) | A_BOLD;
    }
    if (state.hint == move) look = COLOR_PAIR(kHintPair);
    const bool on_cursor = state.cursor == move && state.result.empty();
    if (on_cursor) look |= A_REVERSE;
    attron(look);
    if (on_cursor || state.hint == move) {
        put(row, column, std::string(static_cast<std::size_t>(size().cell_width), ' '));
    }
    put(row, middle, mark);
    attroff(look);
    if (state.last == move) {
        put(row, middle - 1, "[");
        put(row, middle + 1, "]");
    }
}

void Screen::draw_big_mark(Block block, Side side) {
    const int top = row_of(block.index / 3 * 3);
    const int left = column_of(block.index % 3 * 3);
    const int height = 3 * size().cell_height;
    const int width = 3 * size().cell_width;
    attron(mark_colour(side));
    for (int r = 0; r < height; ++r) {
        const double y = (2.0 * r + 1) / height - 1;
        for (int c = 0; c < width; ++c) {
            const double x = (2.0 * c + 1) / width - 1;
            const bool on = side == Side::kX ? std::abs(std::abs(x) - std::abs(y)) < 1.4 / height
                                             : std::abs(std::hypot(x, y) - 0.8) < 1.0 / height;
            if (on) put(top + r, left + c, ascii_ ? (side == Side::kX ? "X" : "O") : "█");
        }
    }
    attroff(mark_colour(side));
}

void Screen::draw_frame(const ScreenState& state) {
    const int width = column_of(8) + size().cell_width - kLeft;
    attron(COLOR_PAIR(kFramePair));
    for (const int board_row : {3, 6}) {
        for (int c = 0; c < width; ++c) put(row_of(board_row) - 1, kLeft + c, ascii_ ? "-" : "─");
    }
    const int bottom = row_of(8) + size().cell_height;
    for (const int board_column : {3, 6}) {
        const int column = column_of(board_column) - 2 + 1;
        for (int r = kTop; r < bottom; ++r) {
            const bool crossing = r == row_of(3) - 1 || r == row_of(6) - 1;
            put(r, column, ascii_ ? (crossing ? "+" : "|") : (crossing ? "┼" : "│"));
        }
    }
    for (int i = 0; i < 9; ++i) {
        put(row_of(i) + (size().cell_height - 1) / 2, 1,
            std::string(1, static_cast<char>('9' - i)));
        put(bottom, column_of(i) + size().cell_width / 2,
            std::string(1, static_cast<char>('a' + i)));
    }
    attroff(COLOR_PAIR(kFramePair));
    if (!state.cursor || !state.result.empty() || !state.position.is_legal(*state.cursor)) return;
    const rules::AnyPosition next = state.position.after(*state.cursor);
    attron(COLOR_PAIR(kSentPair) | A_BOLD);
    for (const Block block : next.targets()) {
        const int last = block.index / 3 * 3 + 2;
        const int row = row_of(last) + size().cell_height - 1;
        const int column = column_of(block.index % 3 * 3);
        mvchgat(row, column, 3 * size().cell_width, A_UNDERLINE, kSentPair, nullptr);
    }
    attroff(COLOR_PAIR(kSentPair) | A_BOLD);
}

void Screen::draw_eval(double eval, int row, int column, int height) {
    const int x_part = static_cast<int>(std::lround(eval * height));
    for (int r = 0; r < height; ++r) {
        const bool is_x = r >= height - x_part;
        attron(mark_colour(is_x ? Side::kX : Side::kO));
        put(row + r, column, ascii_ ? (is_x ? "X" : "O") : "█");
        attroff(mark_colour(is_x ? Side::kX : Side::kO));
    }
}

void Screen::draw_panel(const ScreenState& state) {
    int column = column_of(8) + size().cell_width + 2;
    const int height = row_of(8) + size().cell_height - kTop;
    if (state.eval) {
        draw_eval(*state.eval, kTop, column, height);
        column += 3;
    }
    int row = kTop;
    for (const Side side : {Side::kO, Side::kX}) {
        const bool to_move = state.position.side() == side && state.result.empty();
        attron(mark_colour(side));
        put(row, column, fmt::format("{} {}", to_move ? ">" : " ", rules::to_capital(side)));
        attroff(mark_colour(side));
        put(row++, column + 4,
            fmt::format("{}  {}", side == Side::kX ? state.x_name : state.o_name,
                        side == Side::kX ? state.x_clock : state.o_clock));
    }
    ++row;
    const int room = kTop + height - row - 1;
    const auto& lines = state.moves;
    const std::size_t shown =
        std::min<std::size_t>(lines.size(), static_cast<std::size_t>(std::max(0, room)));
    if (state.help) {
        for (const char* line : kHelpLines) put(row++, column, line);
        return;
    }
    for (std::size_t i = lines.size() - shown; i < lines.size(); ++i) put(row++, column, lines[i]);
}

void Screen::draw(const ScreenState& state) {
    erase();
    if (!fits()) {
        put(0, 0, "The terminal is too small: 36 columns and 15 lines are needed.");
        refresh();
        return;
    }
    for (const Block block : rules::BlockSet::all()) {
        bool big = false;
        for (const Side side : {Side::kX, Side::kO}) {
            if (state.position.won(side).contains(block) &&
                state.position.closed().contains(block)) {
                draw_big_mark(block, side);
                big = true;
            }
        }
        if (big) continue;
        for (const Cell cell : rules::CellSet::all()) draw_cell(state, Move(block, cell));
    }
    draw_frame(state);
    draw_panel(state);
    const int bottom = row_of(8) + size().cell_height + 1;
    attron(A_BOLD);
    put(bottom, 1, state.result.empty() ? state.message : state.result);
    attroff(A_BOLD);
    if (!state.result.empty()) put(bottom + 1, 1, state.message);
    refresh();
}

}  // namespace ninefold::tui
