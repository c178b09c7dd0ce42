// SPDX-License-Identifier: MIT
#pragma once

#include "base/rng.h"
#include "search/worker.h"

namespace ninefold::search {

/// One node of the search. Values are in the mover's view, fail-soft within [alpha, beta].
template <rules::Ruleset R, typename E>
template <bool kPv>
Value Worker<R, E>::visit(const rules::Position<R>& p, Value alpha, Value beta, int depth, int ply,
                          bool cut_node) {
    count_node();
    if constexpr (kPv) lines_[ply].size = 0;
    Node node{.alpha = alpha, .beta = beta, .depth = depth, .ply = ply, .cut_node = cut_node};
    Value value = 0;
    // 1. What the board itself decides.
    if (settled(p, alpha, beta, ply, node, value)) return value;
    // 2. The horizon.
    if (depth <= 0) return leaf(p, node);
    if (stopped()) return 0;
    // 3. What the table knows.
    node.hit = depth >= q_.table_depth && table_.probe(p.hash(), ply, node.entry);
    if (!kPv && table_cutoff(node, value)) return value;
    // 4. The static value, and what it alone can prune.
    node.eval = static_value(p, node);
    if (!kPv && prune_node(p, node, value)) return value;
    // 5. With no table move a shallower search finds one for next time.
    if (!node.entry.has_move() && node.depth >= q_.internal_reduction_depth) --node.depth;
    // 6. The moves.
    return try_moves<kPv>(p, node);
}

/// Finished games, wins in one move, and results that the owners of the blocks already settle.
template <rules::Ruleset R, typename E>
inline bool Worker<R, E>::settled(const rules::Position<R>& p, Value alpha, Value beta, int ply,
                                  Node& node, Value& value) const {
    const auto worth = [ply](int result, int plies) {
        return result > 0 ? win_in(ply + plies) : result < 0 ? loss_in(ply + plies) : 0;
    };
    if (p.is_over()) {
        value = worth(final_result(p), 0);
        return true;
    }
    const BlockFacts& facts = frames_[ply].facts;
    if (wins_at_once(p, facts)) {
        value = win_in(ply + 1);
        return true;
    }
    node.deadly = deadly_blocks(p, facts, other(p.side()));
    node.bounds = result_bounds(p, facts);
    if (node.bounds.low == node.bounds.high) {
        value = worth(node.bounds.low, rules::Move::kCount - p.ply());
        return true;
    }
    if ((node.bounds.high == 0 && alpha >= 0) || (node.bounds.low == 0 && beta <= 0)) {
        value = 0;
        return true;
    }
    // No win can be shorter than the one found, no loss than two plies.
    if (alpha >= win_in(ply + 3)) {
        value = alpha;
        return true;
    }
    return false;
}

/// At the horizon: a forced loss in two plies is seen, all else is the evaluation's.
template <rules::Ruleset R, typename E>
inline Value Worker<R, E>::leaf(const rules::Position<R>& p, Node& node) {
    if (node.deadly != 0) {
        bool safe = false;
        for (const rules::Block block : p.targets()) {
            for (const rules::Cell cell : p.empty_cells(block)) {
                safe = safe || !allows_win(p, node.deadly, block, cell);
            }
        }
        if (!safe) return loss_in(node.ply + 2);
    }
    const Value value = evaluate(p, node.ply, false) + correction_.of(p, previous(node.ply));
    if (node.bounds.high == 0) return std::min(value, 0);
    if (node.bounds.low == 0) return std::max(value, 0);
    return value;
}

template <rules::Ruleset R, typename E>
inline bool Worker<R, E>::table_cutoff(const Node& node, Value& value) const {
    if (!node.hit || node.entry.depth < node.depth) return false;
    value = node.entry.value;
    switch (node.entry.bound) {
        case Bound::kExact: return true;
        case Bound::kLower: return value >= node.beta;
        case Bound::kUpper: return value <= node.alpha;
        case Bound::kNone: break;
    }
    return false;
}

/// The evaluation, cached for recent positions. `ready`: the frame's state is this
/// position's already; else it is built only on a cache miss.
template <rules::Ruleset R, typename E>
inline Value Worker<R, E>::plain_value(const rules::Position<R>& p, int ply, bool ready) {
    if (const auto known = values_.find(p.hash())) return *known;
    Frame& frame = frames_[ply];
    if (!ready) evaluator_.advance(frame.state, frames_[ply - 1].state, previous(ply), p);
    const Value value = evaluator_.score(frame.state, p, frame.facts);
    values_.store(p.hash(), value);
    return value;
}

/// The evaluation with noise (weaker levels misjudge; the same position always alike).
template <rules::Ruleset R, typename E>
inline Value Worker<R, E>::evaluate(const rules::Position<R>& p, int ply, bool ready) {
    Value value = plain_value(p, ply, ready);
    if (task_.noise != 0) {
        base::Rng rng(p.hash() ^ task_.noise_seed);
        const double sum = rng.unit() + rng.unit() + rng.unit() - 1.5;  // deviation 0.5
        value = std::clamp(value + static_cast<Value>(2 * task_.noise * sum), -kMaxEval, kMaxEval);
    }
    return value;
}

/// How much a move catches the eye of a weaker level, in thousandths: in the same position always
/// alike. Blocks that can be won are hard to miss.
template <rules::Ruleset R, typename E>
inline int Worker<R, E>::prominence(const rules::Position<R>& p, rules::Move move) const {
    base::Rng rng(p.hash() ^ task_.noise_seed ^ (move.value() + 1u) * 0x9e3779b97f4a7c15u);
    const int drawn = static_cast<int>(rng.below(1000));
    return wins_block(p, move) ? 500 + drawn / 2 : drawn;
}

template <rules::Ruleset R, typename E>
inline bool Worker<R, E>::overlooks(const rules::Position<R>& p, rules::Move move) const {
    return task_.blindness != 0 && prominence(p, move) < task_.blindness;
}

template <rules::Ruleset R, typename E>
inline Value Worker<R, E>::static_value(const rules::Position<R>& p, Node& node) {
    Frame& frame = frames_[node.ply];
    evaluator_.advance(frame.state, frames_[node.ply - 1].state, previous(node.ply), p);
    node.raw_eval =
        node.hit && node.entry.eval != kNone ? node.entry.eval : evaluate(p, node.ply, true);
    Value value = node.raw_eval + correction_.of(p, previous(node.ply));
    if (node.bounds.high == 0) value = std::min(value, 0);
    if (node.bounds.low == 0) value = std::max(value, 0);
    frame.eval = value;
    // What the table remembers of a shallower search is a better guess.
    if (node.hit && !is_proven(node.entry.value)) {
        const bool better = node.entry.value > value;
        if (node.entry.bound == Bound::kExact ||
            node.entry.bound == (better ? Bound::kLower : Bound::kUpper)) {
            value = node.entry.value;
        }
    }
    return value;
}

/// Nodes so good, or so surely good by a shallow search, that the opponent avoids them.
template <rules::Ruleset R, typename E>
inline bool Worker<R, E>::prune_node(const rules::Position<R>& p, Node& node, Value& value) {
    if (is_proven(node.beta) || node.deadly != 0) return false;
    const int depth = node.depth;
    if (depth <= q_.reverse_futility_depth &&
        node.eval - q_.reverse_futility_base - q_.reverse_futility_margin * depth >= node.beta) {
        value = node.eval;
        return true;
    }
    if (depth >= q_.probcut_depth && node.eval >= node.beta) {
        const Value goal = node.beta + q_.probcut_margin;
        Node shallow = node;
        shallow.depth = depth - q_.probcut_reduction;
        shallow.alpha = goal - 1;
        shallow.beta = goal;
        value = try_moves<false>(p, shallow);
        if (!stopped() && value >= goal) return true;
    }
    return false;
}

/// Late quiet moves at shallow depth, when something safe was found already.
template <rules::Ruleset R, typename E>
inline bool Worker<R, E>::prune_move(const Node& node, Value best, int number, int order) const {
    if (best <= -kProven || number == 0) return false;
    if (node.depth <= q_.late_move_depth && order < q_.order_stops_block / 2 &&
        number >= q_.late_move_base + node.depth * node.depth) {
        return true;
    }
    return node.depth <= q_.futility_depth && order < q_.order_wins_block / 2 &&
           node.eval + q_.futility_base + q_.futility_margin * node.depth <= node.alpha;
}

template <rules::Ruleset R, typename E>
inline int Worker<R, E>::reduction(const Node& node, bool pv, int number, int order) const {
    if (node.depth < 2 || number < 1) return 0;
    int plies = reductions_[std::min(node.depth, 63)][std::min(number, 81)];
    if (node.cut_node) ++plies;
    if (pv) --plies;
    plies -= std::clamp(order / q_.reduction_history, -1, 2);
    return std::clamp(plies, 0, node.depth - 1);
}

/// How many plies more the table move deserves: the other moves, searched half as deep, show
/// whether it stands alone.
template <rules::Ruleset R, typename E>
int Worker<R, E>::singular_extension(const rules::Position<R>& p, const Node& node) {
    const TableEntry& entry = node.entry;
    if (node.depth < q_.singular_depth || node.ply >= 2 * root_depth_ ||
        entry.depth < node.depth - 3 || entry.bound == Bound::kUpper || is_proven(entry.value)) {
        return 0;
    }
    const Value goal = entry.value - q_.singular_margin * node.depth;
    Node others = node;
    others.excluded = entry.move;
    others.depth = (node.depth - 1) / 2;
    others.alpha = goal - 1;
    others.beta = goal;
    const Value found = try_moves<false>(p, others);
    return found >= goal ? 0 : found >= goal - q_.singular_twice ? 1 : 2;
}

/// A block won changes more than the static value sees.
template <rules::Ruleset R, typename E>
inline int Worker<R, E>::block_extension(const rules::Position<R>& p, const Node& node,
                                         rules::Move move, int order) const {
    return order >= q_.extend_block_order && node.ply < 2 * root_depth_ && wins_block(p, move) ? 1
                                                                                               : 0;
}

/// One move: reduced first, then as deep as it deserves. Returns its value in the mover's view.
template <rules::Ruleset R, typename E>
template <bool kPv>
inline Value Worker<R, E>::try_move(const rules::Position<R>& p, const Node& node,
                                    const ScoredMove& scored, int number, Value alpha, int depth) {
    const auto [move, order] = scored;
    const rules::Position<R> child = p.after(move);
    if (depth > q_.table_depth) table_.prefetch(child.hash());
    make(child, move, node.ply);
    const Value beta = node.beta;
    const int next = node.ply + 1;
    Value value = 0;
    if (number > 0 || !kPv) {
        const int less = number > 0 ? reduction(node, kPv, number, order) : 0;
        const bool cut = number > 0 || !node.cut_node;
        value = -visit<false>(child, -alpha - 1, -alpha, depth - 1 - less, next, cut);
        if (value > alpha && less > 0) {
            value = -visit<false>(child, -alpha - 1, -alpha, depth - 1, next, !node.cut_node);
        }
    }
    if constexpr (kPv) {
        if (number == 0 || (value > alpha && value < beta)) {
            value = -visit<true>(child, -beta, -alpha, depth - 1, next, false);
        }
    }
    return value;
}

/// Adds the static value after each move to its order.
template <rules::Ruleset R, typename E>
void Worker<R, E>::weigh_moves(const rules::Position<R>& p, const Node& node, MoveList& list) {
    for (int i = 0; i < list.size(); ++i) {
        const rules::Move move = list[i].move;
        const rules::Position<R> child = p.after(move);
        make(child, move, node.ply);
        if (child.is_over()) continue;
        const Value value = -plain_value(child, node.ply + 1, false);
        list[i].order +=
            std::clamp(value - frames_[node.ply].eval, -600, 600) * q_.order_value_weight;
    }
}

/// Tries one more move of the node. Returns whether to stop.
template <rules::Ruleset R, typename E>
template <bool kPv>
inline bool Worker<R, E>::consider(const rules::Position<R>& p, const Node& node,
                                   const ScoredMove& scored, int extension, Trial& trial) {
    const rules::Move move = scored.move;
    const int depth = node.depth + extension + block_extension(p, node, move, scored.order);
    const Value value = try_move<kPv>(p, node, scored, trial.count, trial.alpha, depth);
    trial.tried[static_cast<std::size_t>(trial.count++)] = move;
    if (stopped()) return true;
    if (value <= trial.best) return false;
    trial.best = value;
    if (value <= trial.alpha) return false;
    trial.alpha = value;
    trial.best_move = move;
    if constexpr (kPv) {
        Line& line = lines_[node.ply];
        const Line& rest = lines_[node.ply + 1];
        line.moves[0] = move;
        std::copy_n(rest.moves.begin(), rest.size, line.moves.begin() + 1);
        line.size = rest.size + 1;
    }
    return value >= node.beta;
}

/// Whether the table has a move for the node that may be tried before the others are even listed.
template <rules::Ruleset R, typename E>
inline bool Worker<R, E>::may_try_table_move(const rules::Position<R>& p, const Node& node) {
    const rules::Move move = node.entry.move;
    return node.excluded == kNoMove && node.entry.has_move() && p.is_legal(move) &&
           !overlooks(p, move) &&
           (node.deadly == 0 || !allows_win(p, node.deadly, move.block(), move.cell()));
}

template <rules::Ruleset R, typename E>
template <bool kPv>
Value Worker<R, E>::try_moves(const rules::Position<R>& p, Node& node) {
    Trial trial;
    trial.alpha = node.alpha;
    rules::Move first = node.excluded;
    bool done = false;
    if (may_try_table_move(p, node)) {
        first = node.entry.move;
        const int extension = singular_extension(p, node);
        if (stopped()) return 0;
        done = consider<kPv>(p, node, {first, q_.order_wins_block}, extension, trial);
    }
    if (!done) {
        MoveList list;
        const Frame& frame = frames_[node.ply];
        if (list_moves(p,
                       {frame.facts, node.deadly, history_, previous(node.ply), frame.killers, q_},
                       first, list)) {
            trial.best = std::max(trial.best, loss_in(node.ply + 2));
        }
        if (node.depth >= q_.order_value_depth) weigh_moves(p, node, list);
        for (int i = 0; i < list.size() && !done; ++i) {
            const ScoredMove& next = list.pick(i);
            if (node.depth > q_.table_depth && i + 1 < list.size()) {
                // While this move is searched, the table's line for the one after it arrives.
                table_.prefetch(p.after(list.pick(i + 1).move).hash());
            }
            if (!kPv && prune_move(node, trial.best, trial.count, next.order)) {
                trial.best = std::max(trial.best, std::min(node.eval, node.alpha));
                continue;
            }
            if (overlooks(p, next.move)) continue;
            done = consider<kPv>(p, node, next, 0, trial);
        }
    }
    if (stopped()) return 0;
    if (task_.blindness != 0 && trial.best == -kInfinite) trial.best = node.eval;  // overlooked all
    if (node.excluded == kNoMove) finish(p, node, trial);  // else it is not the node's own value
    return trial.best;
}

template <rules::Ruleset R, typename E>
inline void Worker<R, E>::learn_cutoff(const rules::Position<R>& p, const Node& node,
                                       const Trial& trial) {
    const rules::Move best = trial.best_move;
    auto& killers = frames_[node.ply].killers;
    if (killers[0] != best) killers = {best, killers[0]};
    const int bonus = std::min(16 * node.depth * node.depth, 1600);
    const rules::Move before = previous(node.ply);
    history_.update(p.side(), before, best, bonus);
    for (int i = 0; i + 1 < trial.count; ++i) {
        history_.update(p.side(), before, trial.tried[static_cast<std::size_t>(i)], -bonus / 2);
    }
}

/// Remembers the result, and how far the static value was from it.
template <rules::Ruleset R, typename E>
inline void Worker<R, E>::finish(const rules::Position<R>& p, const Node& node,
                                 const Trial& trial) {
    const Value best = trial.best;
    // A loss in two may already be more than beta asks: then no move made the cut-off.
    if (best >= node.beta && trial.best_move != kNoMove) learn_cutoff(p, node, trial);
    const Bound bound = best >= node.beta   ? Bound::kLower
                        : best > node.alpha ? Bound::kExact
                                            : Bound::kUpper;
    const Value eval = frames_[node.ply].eval;
    if (!is_proven(best) && !(bound == Bound::kLower && best <= eval) &&
        !(bound == Bound::kUpper && best >= eval)) {
        correction_.update(p, previous(node.ply), best - node.raw_eval, node.depth);
    }
    if (node.depth < q_.table_depth) return;
    table_.store(p.hash(), node.ply, {best, node.raw_eval, node.depth, bound, trial.best_move});
}

}  // namespace ninefold::search
