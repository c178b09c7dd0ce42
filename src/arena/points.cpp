// SPDX-License-Identifier: MIT
#include "arena/points.h"

#include "base/try.h"

namespace ninefold::arena {

namespace {

using rules::Ending;
using rules::Side;

Points for_winner(Side winner, double of_winner, double of_loser) {
    return winner == Side::kX ? Points{of_winner, of_loser} : Points{of_loser, of_winner};
}

int centre_cells(const rules::AnyPosition& position, Side side) {
    constexpr rules::Cell kCentre{4};
    int count = 0;
    for (const rules::Move move : position.marks(side)) count += move.cell() == kCentre ? 1 : 0;
    return count;
}

/// The larger number's side gets the larger part; nothing where they are equal.
std::optional<Points> by_more(int x, int o, double more, double fewer) {
    if (x == o) return std::nullopt;
    return for_winner(x > o ? Side::kX : Side::kO, more, fewer);
}

std::optional<Points> by_blocks(const rules::AnyPosition& last, double more, double fewer) {
    return by_more(last.won(Side::kX).size(), last.won(Side::kO).size(), more, fewer);
}

Points on_blocks(const record::GameRecord& game, const rules::AnyPosition& last) {
    if (game.winner) return for_winner(*game.winner, 3, 0);
    return by_blocks(last, 2, 1).value_or(Points{1, 1});
}

Points on_course(const record::GameRecord& game, const rules::AnyPosition& last) {
    if (game.winner) {
        if (*game.ending == Ending::kTampering) return for_winner(*game.winner, 3, 0);
        if (rules::is_forfeit(*game.ending)) return for_winner(*game.winner, 2, 0);
        if (*game.ending != Ending::kMajority) return for_winner(*game.winner, 3, 0);
    }
    if (const auto decided = by_blocks(last, 2, 1)) return *decided;
    return by_more(centre_cells(last, Side::kX), centre_cells(last, Side::kO), 2, 1)
        .value_or(Points{1, 1});
}

}  // namespace

base::Result<Points> points(PointScale scale, const record::GameRecord& game) {
    const rules::AnyPosition last = TRY(record::check(game));
    if (!game.ending) return base::fail("the game is not finished");
    const bool is_lost_to_nobody = rules::is_forfeit(*game.ending) && !game.winner;
    if (*game.ending == Ending::kVoid || is_lost_to_nobody) return Points{};
    switch (scale) {
        case PointScale::kBlocks: return on_blocks(game, last);
        case PointScale::kCourse: return on_course(game, last);
        case PointScale::kPlain: break;
    }
    return game.winner ? for_winner(*game.winner, 1, 0) : Points{0.5, 0.5};
}

}  // namespace ninefold::arena
