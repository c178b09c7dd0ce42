// SPDX-License-Identifier: MIT
#include "protocol/codingame.h"

#include <array>

#include "base/foreign_text.h"
#include "base/try.h"
#include "protocol/tokenizer.h"
#include "rules/move_text.h"
#include "rules/position_text.h"

namespace ninefold::protocol::codingame {

namespace {

using base::fail;

/// Two whole numbers at the beginning of a line.
std::optional<std::array<int, 2>> parse_pair(std::string_view line) {
    Tokenizer words(line);
    const auto row = parse_number<int>(words.next());
    const auto column = parse_number<int>(words.next());
    if (!row || !column) return std::nullopt;
    return std::array{*row, *column};
}

bool on_board(int index) { return index >= 0 && index <= 8; }

}  // namespace

std::string answer_text(rules::Move move) {
    const auto [row, column] = rules::coordinates(move);
    return fmt::format("{} {}", row, column);
}

void append_turn(std::string& text, std::optional<rules::Move> last,
                 const rules::AnyPosition& position) {
    const rules::BoardSet moves = position.legal_moves();
    text += last ? answer_text(*last) : "-1 -1";
    fmt::format_to(std::back_inserter(text), "\n{}\n", moves.size());
    for (const rules::Move move : moves) {
        const auto [row, column] = rules::coordinates(move);
        const char line[] = {static_cast<char>('0' + row), ' ', static_cast<char>('0' + column),
                             '\n'};
        text.append(line, sizeof line);
    }
}

base::Result<rules::Move> parse_answer(std::string_view line) {
    const auto pair = parse_pair(line);
    if (!pair) {
        return fail("{} is not a move; an answer is a row and a column, both 0 to 8; write for "
                    "people to standard error",
                    base::quoted(line));
    }
    const auto [row, column] = *pair;
    if (!on_board(row) || !on_board(column)) {
        return fail("row {} and column {} are not on the board, which has 0 to 8", row, column);
    }
    return rules::move_at({row, column});
}

base::Result<void> Game::read_opponent(std::string_view line) {
    const auto pair = parse_pair(line);
    if (!pair) return fail("{} is not the opponent's row and column", base::quoted(line));
    if ((*pair)[0] < 0) return {};
    const auto move = parse_answer(line);
    if (!move) return move.error();
    if (!position_.is_legal(*move)) {
        return fail("the opponent's move {} is illegal: {}", base::quoted(line),
                    rules::why_illegal(position_, *move));
    }
    position_ = position_.after(*move);
    return {};
}

base::Result<std::optional<rules::AnyPosition>> Game::read(std::string_view line) {
    using Turn = std::optional<rules::AnyPosition>;
    Tokenizer words(line);
    if (words.empty()) return Turn();
    if (next_ == Next::kOpponent) {
        TRY(read_opponent(line));
        next_ = Next::kCount;
        return Turn();
    }
    if (next_ == Next::kCount) {
        const auto count = parse_number<int>(words.next());
        if (!count || *count < 1 || *count > rules::Move::kCount) {
            return fail("{} is not a number of legal moves", base::quoted(line));
        }
        lines_to_skip_ = *count;
        next_ = Next::kMoves;
        return Turn();
    }
    if (--lines_to_skip_ > 0) return Turn();
    next_ = Next::kOpponent;
    return Turn(position_);
}

}  // namespace ninefold::protocol::codingame
