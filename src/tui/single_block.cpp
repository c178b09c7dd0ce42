// SPDX-License-Identifier: MIT
#include "tui/single_block.h"

#include <string>

#include <fmt/format.h>

#include "base/words.h"
#include "rules/lines.h"
#include "rules/move_text.h"
#include "tui/game_words.h"

namespace ninefold::tui {

namespace {

/// 1, 0 or -1 for the mover; sooner wins first.
int value(const SingleBlock& block) {
    if (block.winner()) return -1;
    int best = block.empty().empty() ? 0 : -1;
    for (const Cell cell : block.empty()) best = std::max(best, -value(block.after(cell)));
    return best;
}

void draw(const SingleBlock& block, std::FILE* out) {
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column) {
            const Cell cell{static_cast<std::uint8_t>(3 * row + column)};
            const char c = block.x.contains(cell)   ? 'X'
                           : block.o.contains(cell) ? 'O'
                                                    : static_cast<char>('0' + cell.index);
            fmt::print(out, " {} {}", c, column < 2 ? "|" : "\n");
        }
        if (row < 2) fmt::print(out, "---+---+---\n");
    }
}

std::optional<Cell> read_cell(const SingleBlock& block, std::istream& in, std::FILE* out) {
    for (std::string line;;) {
        fmt::print(out, "{}> ", rules::to_capital(block.side()));
        std::fflush(out);
        if (!std::getline(in, line)) return std::nullopt;
        const auto words = base::words(line);
        if (words.empty()) continue;
        if (words[0] == "quit" || words[0] == "q") return std::nullopt;
        const bool digit = words[0].size() == 1 && words[0][0] >= '0' && words[0][0] <= '8';
        const Cell cell{static_cast<std::uint8_t>(digit ? words[0][0] - '0' : 0)};
        if (digit && block.empty().contains(cell)) return cell;
        fmt::print(out, "{}\n",
                   digit ? "the cell is taken" : "a cell is a digit 0 to 8; 'quit' leaves");
    }
}

}  // namespace

std::optional<Side> SingleBlock::winner() const {
    if (rules::pattern::kHasLine[x.bits()]) return Side::kX;
    if (rules::pattern::kHasLine[o.bits()]) return Side::kO;
    return std::nullopt;
}

SingleBlock SingleBlock::after(Cell cell) const {
    SingleBlock next = *this;
    (side() == Side::kX ? next.x : next.o) |= rules::CellSet::of(cell);
    return next;
}

Cell best_cell(const SingleBlock& block) {
    Cell best = block.empty().first();
    int best_value = -2;
    for (const Cell cell : block.empty()) {
        const SingleBlock next = block.after(cell);
        const int v = next.winner() ? 2 : -value(next);
        if (v > best_value) {
            best_value = v;
            best = cell;
        }
    }
    return best;
}

int play_single_block(bool x_is_human, bool o_is_human, std::istream& in, std::FILE* out) {
    SingleBlock block;
    while (!block.is_over()) {
        const bool human = block.side() == Side::kX ? x_is_human : o_is_human;
        if (human) {
            draw(block, out);
            const auto cell = read_cell(block, in, out);
            if (!cell) return 1;
            block = block.after(*cell);
        } else {
            const Cell cell = best_cell(block);
            fmt::print(out, "{} plays {}\n", rules::to_capital(block.side()), cell.index);
            block = block.after(cell);
        }
    }
    draw(block, out);
    const auto winner = block.winner();
    fmt::print(out, "{}\n",
               winner ? fmt::format("{} wins", rules::to_capital(*winner)) : std::string("a draw"));
    return 0;
}

}  // namespace ninefold::tui
