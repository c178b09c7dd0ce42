// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

#include "net/accumulator.h"
#include "net/network.h"

namespace ninefold::net {

namespace detail {

/// Rows of the targets, in one perspective.
template <rules::Ruleset R>
Perspective perspective(const Network& network, const Accumulator& accumulator,
                        const rules::Position<R>& position, rules::Side side, unsigned cell) {
    const RowMap& map = network.map();
    const bool moves = side == position.side();
    Perspective view{accumulator.sums(side),
                     {network.row(map.cell(moves, cell)), network.nothing(), nullptr}};
    if (cell == 9) return view;
    std::size_t next = 1;
    for (const rules::Block block : position.targets()) {
        view.targets[next++] = network.row(map.target(moves, accumulator.within(block, side)));
    }
    return view;
}

/// The rows of what the mover can choose from.
class ChoiceList {
public:
    template <rules::Ruleset R>
    ChoiceList(const Network& network, const Accumulator& accumulator,
               const rules::Position<R>& position, unsigned cell)
        : network_(network), accumulator_(accumulator), mover_(position.side()) {
        if (!network.has_choices()) return;
        if (cell == 9) {
            for (const rules::Block block : position.targets()) {
                add(RowMap::kFreeMove + lines_through(block), block);
            }
            return;
        }
        for (const rules::Block block : position.targets()) list_moves(position, block);
    }

    operator Choices() const { return {network_.choice_bias(), {rows_.data(), size_}}; }

private:
    template <rules::Ruleset R>
    void list_moves(const rules::Position<R>& position, rules::Block block) {
        const bool owned = position.won(rules::Side::kX).contains(block) ||
                           position.won(rules::Side::kO).contains(block);
        const auto completing = [&](rules::Side side) {
            return owned ? 0u
                         : rules::pattern::kCompletes[position.marks(side).block(block).bits()];
        };
        const unsigned wins = completing(mover_), losses = completing(other(mover_));
        const unsigned own = accumulator_.critical(mover_);
        const unsigned opponent = accumulator_.critical(other(mover_));
        for (const rules::Cell cell : position.empty_cells(block)) {
            const unsigned here = (wins >> cell.index & 1u) | (losses >> cell.index & 1u) << 1;
            for (const rules::Block to : rules::Traits<R>::destinations(cell)) {
                const unsigned there = (own >> to.index & 1u) << 2 | (opponent >> to.index & 1u)
                                                                         << 3;
                add(here | (to == block ? RowMap::kSendsBack : there), to);
            }
        }
    }
    /// Whether the block would complete a line of the mover's (1), of the opponent's (2).
    unsigned lines_through(rules::Block block) const {
        return (accumulator_.critical(mover_) >> block.index & 1u) +
               2 * (accumulator_.critical(other(mover_)) >> block.index & 1u);
    }
    void add(unsigned move_class, rules::Block block) {
        const Row* row =
            network_.move_row(network_.map().move(move_class, accumulator_.within(block, mover_)));
        __builtin_prefetch(row);
        rows_[size_++] = row;
    }

    const Network& network_;
    const Accumulator& accumulator_;
    rules::Side mover_;
    std::array<const Row*, 36> rows_;  ///< two targets of nine cells that send to two blocks
    std::size_t size_ = 0;
};

template <rules::Ruleset R>
unsigned cell_or_free(const rules::Position<R>& position) {
    const auto cell = position.target_cell();
    return cell ? cell->index : 9u;
}

/// Calls a kernel with everything it reads.
template <typename Kernel, rules::Ruleset R>
auto run(Kernel kernel, const Network& network, const Accumulator& accumulator,
         const rules::Position<R>& position) {
    const unsigned cell = cell_or_free(position);
    const rules::Side mover = position.side();
    const ChoiceList choices(network, accumulator, position, cell);
    return kernel(network.head(cell), perspective(network, accumulator, position, mover, cell),
                  perspective(network, accumulator, position, other(mover), cell), choices);
}

}  // namespace detail

/// How good a position is for its mover: the logit of the expected score times Shape::kUnit, so
/// that 0 is an even game and +-562 an expected score of 0.9 or 0.1. Precondition: the accumulator
/// is this position's, and the game is not over. A position where the mover wins at once is outside
/// what networks are trained on: search has to see that itself.
template <rules::Ruleset R>
int evaluate(const Network& network, const Accumulator& accumulator,
             const rules::Position<R>& position) {
    return detail::run(network.kernels().score, network, accumulator, position);
}

/// Chances of the mover; they add up to 1.
struct WinDrawLoss {
    double win = 0, draw = 0, loss = 0;
};

/// Probability of a logit in units of 1 / Shape::kUnit; of evaluate(), the expected score 0..1.
inline double probability(int logit) {
    return 1.0 / (1.0 + std::exp(-static_cast<double>(logit) / Shape::kUnit));
}

/// Score and draw together, for displays; evaluate() gives the same score.
template <rules::Ruleset R>
Logits evaluate_logits(const Network& network, const Accumulator& accumulator,
                       const rules::Position<R>& position) {
    return detail::run(network.kernels().logits, network, accumulator, position);
}

/// The expected score is kept; the draw's share is cut where it would make a chance negative.
inline WinDrawLoss win_draw_loss(Logits logits) {
    const double score = probability(logits.score);
    const double most = 2 * (score < 0.5 ? score : 1 - score);
    const double draw = std::fmin(probability(logits.draw), most);
    return {score - draw / 2, draw, 1 - score - draw / 2};
}

}  // namespace ninefold::net
