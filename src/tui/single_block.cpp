// SPDX-License-Identifier: MIT
#include "tui/single_block.h"

#include <string>

#include <fmt/format.h>

#include "base/foreign_text.h"
#include "base/split.h"
#include "rules/any_position.h"
#include "rules/lines.h"
#include "rules/move_text.h"

namespace ninefold::tui {

namespace {

using rules::Cell;
using rules::Move;
using rules::Side;

/// Plain tic-tac-toe, the game of one block.
struct SingleBlock {
    rules::CellSet x, o;

    Side side() const { return x.size() == o.size() ? Side::kX : Side::kO; }
    rules::CellSet empty() const { return ~(x | o); }
    std::optional<Side> winner() const {
        if (rules::pattern::kHasLine[x.bits()]) return Side::kX;
        if (rules::pattern::kHasLine[o.bits()]) return Side::kO;
        return std::nullopt;
    }
    bool is_over() const { return winner() || empty().empty(); }
    SingleBlock after(Cell cell) const {
        SingleBlock next = *this;
        (side() == Side::kX ? next.x : next.o) |= rules::CellSet::of(cell);
        return next;
    }
};

struct Choice {
    int value;  ///< the mover's: 2 wins at once, 1 later, 0 draws, -1 loses
    Cell cell;
};

/// A move that never loses, found by looking at the whole game. Precondition: it is not over.
Choice best_choice(const SingleBlock& block) {
    Choice best{-2, block.empty().first()};
    for (const Cell cell : block.empty()) {
        const SingleBlock next = block.after(cell);
        const int value = next.winner()    ? 2
                          : next.is_over() ? 0
                                           : -std::min(best_choice(next).value, 1);
        if (value > best.value) best = {value, cell};
    }
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
        const auto words = base::split_words(line);
        if (words.empty()) continue;
        if (words[0] == "quit" || words[0] == "q") return std::nullopt;
        const bool digit = words[0].size() == 1 && words[0][0] >= '0' && words[0][0] <= '8';
        const Cell cell{static_cast<std::uint8_t>(digit ? words[0][0] - '0' : 0)};
        if (digit && block.empty().contains(cell)) return cell;
        fmt::print(out, "{}\n",
                   digit ? "the cell is taken" : "a cell is a digit 0 to 8; 'quit' leaves");
    }
}

constexpr rules::Block kMiddle{4};

/// The block as the middle one of a board on which nothing else was played.
rules::AnyPosition as_position(const SingleBlock& block) {
    rules::Parts parts;
    for (const Cell cell : block.x) parts.x = parts.x | rules::BoardSet::of(kMiddle, cell);
    for (const Cell cell : block.o) parts.o = parts.o | rules::BoardSet::of(kMiddle, cell);
    parts.side = block.side();
    parts.target = Cell{kMiddle.index};
    return rules::Position<rules::Ruleset::kStandard>::from_parts(parts, rules::TieBreak::kDraw);
}

base::Result<Cell> ask(bots::Bot& bot, const SingleBlock& block) {
    constexpr std::chrono::seconds kLimit{10};
    const rules::AnyPosition position = as_position(block);
    const std::vector<Move> none;
    const bots::Answer answer =
        bot.ask({position, none, position, {.move_time = kLimit}, kLimit, {}}, {});
    if (const auto* failure = std::get_if<bots::Failure>(&answer.what)) {
        return base::fail("{}", failure->sentence);
    }
    const auto* move = std::get_if<Move>(&answer.what);
    if (move == nullptr) return base::fail("gave no move within {} s", kLimit.count());
    if (move->block() != kMiddle || !block.empty().contains(move->cell())) {
        return base::fail("answered {}, which is not a free cell of the block",
                          rules::to_text(*move));
    }
    return move->cell();
}

int lost(Side side, std::string_view sentence, std::FILE* out) {
    fmt::print(out, "{} loses: {}\n", rules::to_capital(side), base::safe_lines(sentence));
    return 0;
}

}  // namespace

int play_single_block(SingleBlockSeat x, SingleBlockSeat o, std::istream& in, std::FILE* out) {
    SingleBlock block;
    for (const Side side : {Side::kX, Side::kO}) {
        bots::Bot* const bot = (side == Side::kX ? x : o).bot.get();
        const auto failure =
            bot != nullptr ? bot->new_game({as_position(block), side, 1, 0}) : std::nullopt;
        if (failure) return lost(side, failure->sentence, out);
    }
    while (!block.is_over()) {
        const Side side = block.side();
        const SingleBlockSeat& seat = side == Side::kX ? x : o;
        if (seat.is_human) {
            draw(block, out);
            const auto cell = read_cell(block, in, out);
            if (!cell) return 1;
            block = block.after(*cell);
            continue;
        }
        const auto cell =
            seat.bot ? ask(*seat.bot, block) : base::Result<Cell>(best_choice(block).cell);
        if (!cell) return lost(side, cell.error().message, out);
        fmt::print(out, "{} plays {}\n", rules::to_capital(side), cell->index);
        block = block.after(*cell);
    }
    draw(block, out);
    const auto winner = block.winner();
    fmt::print(out, "{}\n",
               winner ? fmt::format("{} wins", rules::to_capital(*winner)) : std::string("a draw"));
    return 0;
}

}  // namespace ninefold::tui
