// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <functional>
#include <optional>

#include "search/correction.h"
#include "search/evaluator.h"
#include "search/node.h"
#include "search/value_cache.h"

namespace ninefold::search {

/// The nodes below the root of one worker's search, and all that it learns there. Values are in
/// the mover's view, fail-soft within [alpha, beta]. It shares the table and the stop flag with
/// other threads and owns all else. `poll` is called every thousand nodes or so, and sets the flag
/// when time is up.
template <rules::Ruleset R, typename E>
class NodeSearch {
    static_assert(Evaluator<E, R>);
    using Position = rules::Position<R>;
    using Move = rules::Move;

public:
    NodeSearch(E evaluator, TranspositionTable& table, std::atomic<bool>& stop,
               const Parameters& parameters)
        : evaluator_(std::move(evaluator)),
          table_(table),
          stop_(stop),
          q_(parameters),
          history_(parameters.history_limit),
          correction_(parameters),
          selectivity_(parameters) {}

    /// Forgets what was learnt in earlier games.
    void clear() {
        history_.clear();
        correction_.clear();
        values_.clear();
    }

    /// Sets the root up and lists its moves, except those that lose at once.
    MoveList prepare(const Position& root, const SearchTask& task) {
        task_ = task;
        nodes_ = 0;
        next_poll_ = 0;
        publish_nodes();
        Frame& frame = frames_[0];
        frame.facts = facts_of(root);
        frame.state = evaluator_.refresh(root);
        for (Frame& each : frames_) each.killers = {kNoMove, kNoMove};
        MoveList list;
        const unsigned deadly = deadly_blocks(root, frame.facts, other(root.side()));
        list_moves(root, {frame.facts, deadly, history_, kNoMove, frame.killers, q_}, kNoMove,
                   list);
        return list;
    }

    /// `depth` is that of the iteration; extensions go down to twice of it.
    void begin_iteration(int depth) { root_depth_ = depth; }
    void set_poll(const std::function<void()>* poll) { poll_ = poll; }
    bool stopped() const { return stop_.load(std::memory_order_relaxed); }
    /// What is expected after the last move that was tried at the root.
    const Line& expected() const { return lines_[1]; }

    std::uint64_t nodes() const { return nodes_; }
    /// Safe to read from other threads; behind by some hundred nodes.
    std::uint64_t published_nodes() const {
        return published_nodes_.load(std::memory_order_relaxed);
    }
    void publish_nodes() { published_nodes_.store(nodes_, std::memory_order_relaxed); }

    /// One move: reduced first, then as deep as it deserves. Returns its value in the mover's view.
    template <bool kPv>
    Value try_move(const Position& p, const Node& node, const ScoredMove& scored, int number,
                   Value alpha, int depth) {
        const auto [move, order] = scored;
        const Position child = p.after(move);
        if (depth > q_.table_depth) table_.prefetch(child.hash());
        make(child, move, node.ply);
        const Value beta = node.beta;
        const int next = node.ply + 1;
        Value value = 0;
        if (number > 0 || !kPv) {
            const int less = number > 0 ? selectivity_.reduction(node, kPv, number, order) : 0;
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

private:
    struct Frame {
        typename E::State state;
        BlockFacts facts;
        Move move{kNoMove};  ///< that leads from here to the next frame
        std::array<Move, 2> killers{kNoMove, kNoMove};
        Value eval = kNone;
    };

    template <bool kPv>
    Value visit(const Position& p, Value alpha, Value beta, int depth, int ply, bool cut_node) {
        count_node();
        if constexpr (kPv) lines_[ply].size = 0;
        Node node{.alpha = alpha, .beta = beta, .depth = depth, .ply = ply, .cut_node = cut_node};
        // 1. What the board itself decides.
        if (const auto value = settled(p, node)) return *value;
        // 2. The horizon.
        if (depth <= 0) return leaf(p, node);
        if (stopped()) return 0;
        // 3. What the table knows.
        node.hit = depth >= q_.table_depth && table_.probe(p.hash(), ply, node.entry);
        if (!kPv && node.has_table_cutoff()) return node.entry.value;
        // 4. The static value, and what it alone can prune.
        node.eval = static_value(p, node);
        if constexpr (!kPv) {
            if (const auto value = pruned(p, node)) return *value;
        }
        // 5. With no table move a shallower search finds one for next time.
        if (!node.entry.has_move() && node.depth >= q_.internal_reduction_depth) --node.depth;
        // 6. The moves.
        return try_moves<kPv>(p, node);
    }

    /// Finished games, wins in one move, and results that the owners of the blocks already settle.
    std::optional<Value> settled(const Position& p, Node& node) const {
        const int ply = node.ply;
        const auto worth = [ply](int result, int plies) {
            return result > 0 ? win_in(ply + plies) : result < 0 ? loss_in(ply + plies) : 0;
        };
        if (p.is_over()) return worth(p.outcome().points(p.side()), 0);
        const BlockFacts& facts = frames_[ply].facts;
        if (wins_at_once(p, facts)) return win_in(ply + 1);
        node.deadly = deadly_blocks(p, facts, other(p.side()));
        node.bounds = result_bounds(p, facts);
        const auto [low, high] = node.bounds;
        if (low == high) return worth(low, Move::kCount - p.ply());
        if ((high == 0 && node.alpha >= 0) || (low == 0 && node.beta <= 0)) return 0;
        // No win can be shorter than the one found, no loss than two plies.
        if (node.alpha >= win_in(ply + 3)) return node.alpha;
        return std::nullopt;
    }

    /// At the horizon: a forced loss in two plies is seen, all else is the evaluation's.
    Value leaf(const Position& p, const Node& node) {
        if (node.deadly != 0) {
            bool safe = false;
            for (const rules::Block block : p.targets()) {
                for (const rules::Cell cell : p.empty_cells(block)) {
                    safe = safe || !allows_win(p, node.deadly, block, cell);
                }
            }
            if (!safe) return loss_in(node.ply + 2);
        }
        return node.bounded(evaluate(p, node.ply, false) + correction_.of(p, previous(node.ply)));
    }

    /// The evaluation, cached for recent positions. `ready`: the frame's state is this position's
    /// already; else it is built only on a cache miss.
    Value plain_value(const Position& p, int ply, bool ready) {
        if (const auto known = values_.find(p.hash())) return *known;
        Frame& frame = frames_[ply];
        if (!ready) evaluator_.advance(frame.state, frames_[ply - 1].state, previous(ply), p);
        const Value value = evaluator_.score(frame.state, p, frame.facts);
        values_.store(p.hash(), value);
        return value;
    }
    Value evaluate(const Position& p, int ply, bool ready) {
        return task_.misjudged(plain_value(p, ply, ready), p.hash());
    }

    Value static_value(const Position& p, Node& node) {
        Frame& frame = frames_[node.ply];
        evaluator_.advance(frame.state, frames_[node.ply - 1].state, previous(node.ply), p);
        node.raw_eval =
            node.hit && node.entry.eval != kNone ? node.entry.eval : evaluate(p, node.ply, true);
        const Value value = node.bounded(node.raw_eval + correction_.of(p, previous(node.ply)));
        frame.eval = value;
        // What the table remembers of a shallower search is a better guess.
        if (node.hit && !is_proven(node.entry.value)) {
            const bool better = node.entry.value > value;
            if (node.entry.bound == Bound::kExact ||
                node.entry.bound == (better ? Bound::kLower : Bound::kUpper)) {
                return node.entry.value;
            }
        }
        return value;
    }

    /// Nodes so good, or so surely good by a shallow search, that the opponent avoids them.
    std::optional<Value> pruned(const Position& p, const Node& node) {
        if (is_proven(node.beta) || node.deadly != 0) return std::nullopt;
        const int depth = node.depth;
        if (depth <= q_.reverse_futility_depth &&
            node.eval - q_.reverse_futility_base - q_.reverse_futility_margin * depth >=
                node.beta) {
            return node.eval;
        }
        if (depth >= q_.probcut_depth && node.eval >= node.beta) {
            const Value goal = node.beta + q_.probcut_margin;
            const Value value = try_against(p, node, goal, depth - q_.probcut_reduction, kNoMove);
            if (!stopped() && value >= goal) return value;
        }
        return std::nullopt;
    }

    /// The node's value, searched shallower and only as far as to know whether it reaches `goal`.
    Value try_against(const Position& p, const Node& node, Value goal, int depth, Move excluded) {
        Node other = node;
        other.excluded = excluded;
        other.depth = depth;
        other.alpha = goal - 1;
        other.beta = goal;
        return try_moves<false>(p, other);
    }

    /// How many plies more the table move deserves: the other moves, searched half as deep, show
    /// whether it stands alone.
    int singular_extension(const Position& p, const Node& node) {
        const TableEntry& entry = node.entry;
        if (node.depth < q_.singular_depth || node.ply >= 2 * root_depth_ ||
            entry.depth < node.depth - 3 || entry.bound == Bound::kUpper ||
            is_proven(entry.value)) {
            return 0;
        }
        const Value goal = entry.value - q_.singular_margin * node.depth;
        const Value found = try_against(p, node, goal, (node.depth - 1) / 2, entry.move);
        return found >= goal ? 0 : found >= goal - q_.singular_twice ? 1 : 2;
    }

    /// A block won changes more than the static value sees.
    int block_extension(const Position& p, const Node& node, const ScoredMove& scored) const {
        const bool extends = scored.order >= q_.extend_block_order && node.ply < 2 * root_depth_ &&
                             wins_block(p, scored.move);
        return extends ? 1 : 0;
    }

    /// Adds the static value after each move to its order.
    void weigh_moves(const Position& p, const Node& node, MoveList& list) {
        for (int i = 0; i < list.size(); ++i) {
            const Move move = list[i].move;
            const Position child = p.after(move);
            make(child, move, node.ply);
            if (child.is_over()) continue;
            const Value value = -plain_value(child, node.ply + 1, false);
            list[i].order +=
                std::clamp(value - frames_[node.ply].eval, -600, 600) * q_.order_value_weight;
        }
    }

    /// Tries one more move of the node. Returns whether to stop.
    template <bool kPv>
    [[gnu::always_inline]] bool consider(const Position& p, const Node& node,
                                         const ScoredMove& scored, int extension, Trial& trial) {
        const int depth = node.depth + extension + block_extension(p, node, scored);
        const Value value = try_move<kPv>(p, node, scored, trial.count, trial.alpha, depth);
        trial.tried[static_cast<std::size_t>(trial.count++)] = scored.move;
        if (stopped()) return true;
        if (value <= trial.best) return false;
        trial.best = value;
        if (value <= trial.alpha) return false;
        trial.alpha = value;
        trial.best_move = scored.move;
        if constexpr (kPv) lines_[node.ply].assign(scored.move, lines_[node.ply + 1]);
        return value >= node.beta;
    }

    /// Whether the table has a move for the node that may be tried before the others are listed.
    bool may_try_table_move(const Position& p, const Node& node) const {
        const Move move = node.entry.move;
        return node.excluded == kNoMove && node.entry.has_move() && p.is_legal(move) &&
               !task_.overlooks(p, move) &&
               (node.deadly == 0 || !allows_win(p, node.deadly, move.block(), move.cell()));
    }

    template <bool kPv>
    Value try_moves(const Position& p, const Node& node) {
        Trial trial;
        trial.alpha = node.alpha;
        Move first = node.excluded;
        bool done = false;
        if (may_try_table_move(p, node)) {
            first = node.entry.move;
            const int extension = singular_extension(p, node);
            if (stopped()) return 0;
            done = consider<kPv>(p, node, {first, q_.order_wins_block}, extension, trial);
        }
        if (!done) try_listed<kPv>(p, node, first, trial);
        if (stopped()) return 0;
        // All of them may have been overlooked.
        if (task_.blindness != 0 && trial.best == -kInfinite) trial.best = node.eval;
        if (node.excluded == kNoMove) finish(p, node, trial);  // else it is not the node's value
        return trial.best;
    }

    /// All moves but `skipped`, best first, until one is good enough.
    template <bool kPv>
    [[gnu::always_inline]] void try_listed(const Position& p, const Node& node, Move skipped,
                                           Trial& trial) {
        MoveList list;
        const Frame& frame = frames_[node.ply];
        if (list_moves(p,
                       {frame.facts, node.deadly, history_, previous(node.ply), frame.killers, q_},
                       skipped, list)) {
            trial.best = std::max(trial.best, loss_in(node.ply + 2));
        }
        if (node.depth >= q_.order_value_depth) weigh_moves(p, node, list);
        for (int i = 0; i < list.size(); ++i) {
            const ScoredMove& next = list.pick(i);
            if (node.depth > q_.table_depth && i + 1 < list.size()) {
                // While this move is searched, the table's line for the one after it arrives.
                table_.prefetch(p.after(list.pick(i + 1).move).hash());
            }
            if (!kPv && selectivity_.prunes(node, trial, next.order)) {
                trial.best = std::max(trial.best, std::min(node.eval, node.alpha));
                continue;
            }
            if (task_.overlooks(p, next.move)) continue;
            if (consider<kPv>(p, node, next, 0, trial)) return;
        }
    }

    void learn_cutoff(const Position& p, const Node& node, const Trial& trial) {
        const Move best = trial.best_move;
        auto& killers = frames_[node.ply].killers;
        if (killers[0] != best) killers = {best, killers[0]};
        const int bonus = std::min(16 * node.depth * node.depth, 1600);
        const Move before = previous(node.ply);
        history_.update(p.side(), before, best, bonus);
        for (int i = 0; i + 1 < trial.count; ++i) {
            history_.update(p.side(), before, trial.tried[static_cast<std::size_t>(i)], -bonus / 2);
        }
    }

    /// Remembers the result, and how far the static value was from it.
    void finish(const Position& p, const Node& node, const Trial& trial) {
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

    /// Facts of a freshly made child; its evaluation follows where the node needs one.
    void make(const Position& child, Move move, int ply) {
        frames_[ply].move = move;
        frames_[ply + 1].facts = frames_[ply].facts;
        update_facts(frames_[ply + 1].facts, child, move.block());
    }
    Move previous(int ply) const { return ply > 0 ? frames_[ply - 1].move : kNoMove; }

    void count_node() {
        if (++nodes_ < next_poll_) return;
        publish_nodes();
        if (nodes_ >= task_.max_nodes) stop_.store(true, std::memory_order_relaxed);
        if (poll_ != nullptr && *poll_) (*poll_)();
        next_poll_ = std::min(nodes_ + 1024, std::max(task_.max_nodes, nodes_ + 1));
    }

    E evaluator_;
    TranspositionTable& table_;
    std::atomic<bool>& stop_;
    const Parameters& q_;
    SearchTask task_;
    int root_depth_ = 1;

    std::array<Frame, kMaxPly + 2> frames_;
    std::array<Line, kMaxPly + 2> lines_;
    History history_;
    Correction correction_;
    ValueCache values_;
    const Selectivity selectivity_;

    const std::function<void()>* poll_ = nullptr;
    std::uint64_t nodes_ = 0;
    std::uint64_t next_poll_ = 0;
    std::atomic<std::uint64_t> published_nodes_{0};
};

}  // namespace ninefold::search
