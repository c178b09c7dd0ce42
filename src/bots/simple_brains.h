// SPDX-License-Identifier: MIT
#pragma once

#include "bots/thinking_bot.h"

namespace ninefold::bots {

/// The first legal move: lowest block, then lowest cell.
struct FirstBrain {
    template <rules::Ruleset R>
    rules::Move choose(const rules::Position<R>& position, Thought&) const {
        return *position.legal_moves().begin();
    }
};

/// Any legal move, each equally likely.
struct RandomBrain {
    template <rules::Ruleset R>
    rules::Move choose(const rules::Position<R>& position, Thought& thought) const {
        const rules::BoardSet moves = position.legal_moves();
        return moves.nth(thought.rng.below(static_cast<std::uint32_t>(moves.size())));
    }
};

/// Looks at its own move and the reply: wins if it can, takes blocks, and avoids handing the
/// opponent a won game, a block or a free move. Equal moves are drawn by lot.
struct GreedyBrain {
    template <rules::Ruleset R>
    rules::Move choose(const rules::Position<R>& position, Thought& thought) const;
};

/// The worth of a move to GreedyBrain, in the mover's view.
template <rules::Ruleset R>
int greedy_worth(const rules::Position<R>& position, rules::Move move) {
    using namespace rules;
    constexpr int kWin = 1000, kTakesBlock = 30, kGivesWin = -500, kGivesBlock = -20,
                  kGivesFreeMove = -15, kBlocksLine = 8;
    constexpr std::array<int, 9> kPlace = {2, 1, 2, 1, 3, 1, 2, 1, 2};

    const Side own = position.side();
    const Side opponent = other(own);
    const Position<R> next = position.after(move);
    const bool takes = next.won(own) != position.won(own);
    if (next.is_over()) {
        const auto winner = next.outcome().winner;
        return !winner ? 0 : *winner == own ? kWin : -kWin;
    }
    int worth = kPlace[move.cell().index];
    if (takes) worth += kTakesBlock + 5 * kPlace[move.block().index];
    const CellSet theirs = position.marks(opponent).block(move.block());
    const CellSet spoiled(pattern::kCompletes[theirs.bits()]);
    if (spoiled.contains(move.cell())) worth += kBlocksLine;

    if (!next.target_cell()) worth += kGivesFreeMove;
    const BlockSet decides(pattern::kCompletes[next.won(opponent).bits()]);
    const BlockSet taken = next.won(own) | next.won(opponent);
    bool gives_block = false;
    for (const Block block : next.targets()) {
        const CellSet completes(pattern::kCompletes[next.marks(opponent).block(block).bits()]);
        if (taken.contains(block) || (completes & next.empty_cells(block)).empty()) continue;
        if (decides.contains(block)) return worth + kGivesWin;
        gives_block = true;
    }
    return worth + (gives_block ? kGivesBlock : 0);
}

template <rules::Ruleset R>
rules::Move GreedyBrain::choose(const rules::Position<R>& position, Thought& thought) const {
    rules::Move best;
    int best_worth = 0;
    std::uint32_t equals = 0;
    for (const rules::Move move : position.legal_moves()) {
        const int worth = greedy_worth(position, move);
        if (equals == 0 || worth > best_worth) {
            best = move;
            best_worth = worth;
            equals = 1;
        } else if (worth == best_worth && thought.rng.below(++equals) == 0) {
            best = move;
        }
    }
    return best;
}

}  // namespace ninefold::bots
