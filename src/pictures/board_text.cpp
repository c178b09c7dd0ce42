// SPDX-License-Identifier: MIT
#include "pictures/board_text.h"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "rules/move_text.h"

namespace ninefold::pictures {

using rules::Block;
using rules::Cell;
using rules::Move;
using rules::Side;

namespace {

// One block is three rows of nine characters.
constexpr std::array<std::string_view, 3> kBigX = {R"(  \   /  )", R"(    X    )", R"(  /   \  )"};
constexpr std::array<std::string_view, 3> kBigO = {R"(  /---\  )", R"(  |   |  )", R"(  \---/  )"};

class BoardText {
public:
    BoardText(const rules::AnyPosition& position, std::optional<Move> last, const TextStyle& style)
        : position_(position), last_(last), style_(style) {}

    std::string draw() const {
        std::string text;
        for (int row = 0; row < 9; ++row) {
            if (row % 3 == 0) text += rule(row);
            text += "  ";
            for (int column = 0; column < 3; ++column) {
                if (column > 0) text += style_.dim("|");
                text += block_row(Block{static_cast<std::uint8_t>(row / 3 * 3 + column)}, row % 3);
            }
            text += '\n';
        }
        return text;
    }

private:
    /// The line above a row of blocks, with their numbers: those of targets are lit.
    std::string rule(int row) const {
        std::string text = "  ";
        const rules::BlockSet targets =
            position_.is_over() ? rules::BlockSet() : position_.targets();
        for (int column = 0; column < 3; ++column) {
            const Block block{static_cast<std::uint8_t>(row + column)};
            const std::string number = fmt::to_string(block.index);
            text += style_.dim(column > 0 ? "+----" : "----");
            text += targets.contains(block) ? style_.green(number) : style_.dim(number);
            text += style_.dim("----");
        }
        return text + '\n';
    }

    std::string coloured(Side side, std::string_view text) const {
        return side == Side::kX ? style_.as_x(text) : style_.as_o(text);
    }

    std::string block_row(Block block, int row) const {
        if (const auto winner = big_mark(position_, block)) {
            const auto& big = *winner == Side::kX ? kBigX : kBigO;
            return coloured(*winner, big[static_cast<std::size_t>(row)]);
        }
        std::string text;
        for (int column = 0; column < 3; ++column) {
            text += cell(Move(block, Cell{static_cast<std::uint8_t>(3 * row + column)}));
        }
        return text;
    }

    std::string cell(Move move) const {
        if (const auto side = mark_at(position_, move)) {
            const std::string mark = coloured(*side, std::string(1, rules::to_capital(*side)));
            return last_ == move ? "[" + mark + "]" : " " + mark + " ";
        }
        if (!position_.is_legal(move)) return "   ";
        return fmt::format(" {} ", style_.green(fmt::to_string(move.cell().index)));
    }

    const rules::AnyPosition& position_;
    std::optional<Move> last_;
    const TextStyle& style_;
};

}  // namespace

std::optional<Side> mark_at(const rules::AnyPosition& position, Move move) {
    if (position.marks(Side::kX).contains(move)) return Side::kX;
    if (position.marks(Side::kO).contains(move)) return Side::kO;
    return std::nullopt;
}

std::optional<Side> big_mark(const rules::AnyPosition& position, Block block) {
    if (!position.closed().contains(block)) return std::nullopt;
    if (position.won(Side::kX).contains(block)) return Side::kX;
    if (position.won(Side::kO).contains(block)) return Side::kO;
    return std::nullopt;
}

std::string board_text(const rules::AnyPosition& position, std::optional<Move> last,
                       const TextStyle& style) {
    return BoardText(position, last, style).draw();
}

std::string describe(const rules::AnyPosition& position) {
    if (position.is_over()) {
        const rules::Outcome outcome = position.outcome();
        if (!outcome.winner) return "Draw: no winning line is left";
        return fmt::format("{} wins by {}", rules::to_capital(*outcome.winner),
                           rules::name(outcome.ending));
    }
    const rules::BlockSet targets = position.targets();
    if (targets == rules::BlockSet::all()) {
        return fmt::format("{} to move, free move: any block", rules::to_capital(position.side()));
    }
    std::string blocks;
    for (const Block block : targets) blocks += fmt::format(" {}", block.index);
    return fmt::format("{} to move, {}{}{}", rules::to_capital(position.side()),
                       position.target_cell() ? "target block" : "free move: block",
                       targets.size() > 1 ? "s" : "", blocks);
}

std::string score_text(const protocol::Score& score, Side mover) {
    using Kind = protocol::Score::Kind;
    const auto wins = [&](Side winner) {
        const char name = rules::to_capital(winner);
        return score.plies == 0 ? fmt::format("{} has won", name)
                                : fmt::format("{} wins in {}", name, (score.plies + 1) / 2);
    };
    switch (score.kind) {
        case Kind::kWin: return wins(mover);
        case Kind::kLoss: return wins(rules::other(mover));
        case Kind::kDraw: return "draw, proved";
        case Kind::kExpected: break;
    }
    return fmt::format("X {:.0f} %", std::clamp(100 * score.of_x(mover), 1.0, 99.0));
}

}  // namespace ninefold::pictures
