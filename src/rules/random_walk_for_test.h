// SPDX-License-Identifier: MIT
#pragma once

#include "base/rng.h"
#include "rules/position.h"

namespace ninefold::rules {

/// Plays random games through Position and calls `visit` with every position on the way,
/// the first and the finished ones too.
template <Ruleset R, typename F>
void walk_randomly(int games, std::uint64_t seed, TieBreak tie_break, F&& visit) {
    base::Rng rng(seed);
    for (int game = 0; game < games; ++game) {
        Position<R> position(tie_break);
        visit(position);
        while (!position.is_over()) {
            const BoardSet legal = position.legal_moves();
            position = position.after(legal.nth(rng.below(static_cast<unsigned>(legal.size()))));
            visit(position);
        }
    }
}

template <Ruleset R, typename F>
void walk_randomly(int games, std::uint64_t seed, F&& visit) {
    walk_randomly<R>(games, seed, default_tie_break(R), visit);
}

}  // namespace ninefold::rules
