// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

#include "net/accumulator.h"
#include "net/network.h"

namespace ninefold::net {

namespace detail {

/// Rows of the targets, in one perspective.
template <rules::Ruleset R>
[[gnu::always_inline]] inline Perspective perspective(const Network& network,
                                                      const Accumulator& accumulator,
                                                      const rules::Position<R>& position,
                                                      rules::Side side, unsigned cell) {
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
    return kernel(network.head(cell), perspective(network, accumulator, position, mover, cell),
                  perspective(network, accumulator, position, other(mover), cell));
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
