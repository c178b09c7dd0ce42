// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <atomic>
#include <cmath>
#include <functional>
#include <vector>

#include "search/correction.h"
#include "search/evaluator.h"
#include "search/ordering.h"
#include "search/value_cache.h"

namespace ninefold::search {

inline constexpr rules::Move kNoMove{TableEntry::kNoMove};

/// A move at the root and what the search found of it.
struct RootMove {
    rules::Move move;
    Value value = -kInfinite;       ///< of the running iteration
    Value last_value = -kInfinite;  ///< of the one before
    std::uint64_t nodes = 0;        ///< spent on it, all iterations together
    std::vector<rules::Move> pv{};  ///< begins with the move itself
};

/// What one search is asked to do, the same for all its threads.
struct SearchTask {
    int multi_pv = 1;
    int max_depth = kMaxPly - 1;
    int noise = 0;      ///< of the evaluation, standard deviation in Value units
    int blindness = 0;  ///< of a thousand moves, how many are overlooked
    std::uint64_t noise_seed = 0;
    std::uint64_t max_nodes = ~std::uint64_t{0};  ///< of one thread, exact
};

/// One thread of the search: iterative deepening principal variation search over positions of one
/// ruleset with one evaluation. It shares the table and the stop flag with the others and owns all
/// else. `poll` is called every thousand nodes or so, and sets the flag when time is up.
template <rules::Ruleset R, typename E>
class Worker {
    static_assert(Evaluator<E, R>);

public:
    Worker(E evaluator, TranspositionTable& table, std::atomic<bool>& stop,
           const Parameters& parameters);

    /// Forgets what was learnt in earlier games: searches as a new worker would.
    void clear();
    /// Sets the position up. `skip_depths` spreads several threads over different depths.
    void prepare(const rules::Position<R>& root, const SearchTask& task, int thread);
    /// Deepens until the flag, the depth or a proof ends it. `after_iteration(depth)` is called
    /// when the root moves are sorted after each depth; it returns whether to continue.
    void deepen(const std::function<bool(int depth)>& after_iteration,
                const std::function<void()>& poll);

    /// Best first, the first multi_pv of them with values and lines.
    const std::vector<RootMove>& root_moves() const { return root_moves_; }
    /// Safe to read from other threads; behind by some hundred nodes.
    std::uint64_t nodes() const { return published_nodes_.load(std::memory_order_relaxed); }
    std::uint64_t exact_nodes() const { return nodes_; }

private:
    struct Frame {
        typename E::State state;
        BlockFacts facts;
        rules::Move move{kNoMove};  ///< that leads from here to the next frame
        std::array<rules::Move, 2> killers{kNoMove, kNoMove};
        Value eval = kNone;
    };
    struct Line {
        int size = 0;
        std::array<rules::Move, kMaxPly> moves;
    };
    /// What is known of a node before its moves are tried.
    struct Node {
        Value alpha, beta;
        int depth, ply;
        bool cut_node;
        unsigned deadly = 0;  ///< blocks where the opponent would win the game
        TableEntry entry{};
        bool hit = false;
        Value eval = 0, raw_eval = 0;
        ResultBounds bounds{};
        rules::Move excluded{kNoMove};  ///< not tried: the others are compared with it
    };

    /// How far a node's moves have been tried.
    struct Trial {
        Value best = -kInfinite, alpha = 0;
        rules::Move best_move{kNoMove};
        std::array<rules::Move, 81> tried;
        int count = 0;
    };

    // The root (worker_root.h).
    void search_window(int depth, std::size_t first);
    Value search_root(int depth, Value alpha, Value beta, std::size_t first);
    void overlook_root_moves();
    void sort_root(std::size_t first, std::size_t last);

    // A node (worker_node.h), in order.
    template <bool kPv>
    Value visit(const rules::Position<R>& p, Value alpha, Value beta, int depth, int ply,
                bool cut_node);
    bool settled(const rules::Position<R>& p, Value alpha, Value beta, int ply, Node& node,
                 Value& value) const;
    Value leaf(const rules::Position<R>& p, Node& node);
    bool table_cutoff(const Node& node, Value& value) const;
    Value static_value(const rules::Position<R>& p, Node& node);
    bool prune_node(const rules::Position<R>& p, Node& node, Value& value);
    bool prune_move(const Node& node, Value best, int number, int order) const;
    int reduction(const Node& node, bool pv, int number, int order) const;
    int singular_extension(const rules::Position<R>& p, const Node& node);
    int block_extension(const rules::Position<R>& p, const Node& node, rules::Move move,
                        int order) const;
    int prominence(const rules::Position<R>& p, rules::Move move) const;
    bool overlooks(const rules::Position<R>& p, rules::Move move) const;
    void weigh_moves(const rules::Position<R>& p, const Node& node, MoveList& list);
    template <bool kPv>
    Value try_moves(const rules::Position<R>& p, Node& node);
    template <bool kPv>
    bool consider(const rules::Position<R>& p, const Node& node, const ScoredMove& scored,
                  int extension, Trial& trial);
    template <bool kPv>
    Value try_move(const rules::Position<R>& p, const Node& node, const ScoredMove& scored,
                   int number, Value alpha, int depth);
    bool may_try_table_move(const rules::Position<R>& p, const Node& node);
    void learn_cutoff(const rules::Position<R>& p, const Node& node, const Trial& trial);
    void finish(const rules::Position<R>& p, const Node& node, const Trial& trial);

    void make(const rules::Position<R>& child, rules::Move move, int ply);
    Value evaluate(const rules::Position<R>& p, int ply, bool ready);
    Value plain_value(const rules::Position<R>& p, int ply, bool ready);
    rules::Move previous(int ply) const { return ply > 0 ? frames_[ply - 1].move : kNoMove; }
    bool stopped() const { return stop_.load(std::memory_order_relaxed); }
    void count_node();
    void publish_nodes() { published_nodes_.store(nodes_, std::memory_order_relaxed); }

    E evaluator_;
    TranspositionTable& table_;
    std::atomic<bool>& stop_;
    const Parameters& q_;
    SearchTask task_;
    int thread_ = 0;
    int root_depth_ = 1;  ///< of the running iteration

    rules::Position<R> root_;
    std::vector<RootMove> root_moves_;
    std::array<Frame, kMaxPly + 2> frames_;
    std::array<Line, kMaxPly + 2> lines_;
    History history_;
    Correction correction_;
    ValueCache values_;
    std::array<std::array<std::uint8_t, 82>, 64> reductions_;

    const std::function<void()>* poll_ = nullptr;
    std::uint64_t nodes_ = 0;
    std::uint64_t next_poll_ = 0;
    std::atomic<std::uint64_t> published_nodes_{0};
};

template <rules::Ruleset R, typename E>
Worker<R, E>::Worker(E evaluator, TranspositionTable& table, std::atomic<bool>& stop,
                     const Parameters& parameters)
    : evaluator_(std::move(evaluator)),
      table_(table),
      stop_(stop),
      q_(parameters),
      history_(parameters.history_limit),
      correction_(parameters) {
    for (unsigned depth = 0; depth < reductions_.size(); ++depth) {
        for (unsigned number = 0; number < reductions_[depth].size(); ++number) {
            const double logs = std::log(std::max(depth, 1u)) * std::log(std::max(number, 1u));
            const double plies = q_.reduction_base / 100.0 + logs * q_.reduction_factor / 100.0;
            reductions_[depth][number] = static_cast<std::uint8_t>(std::max(plies, 0.0));
        }
    }
}

template <rules::Ruleset R, typename E>
void Worker<R, E>::clear() {
    history_.clear();
    correction_.clear();
    values_.clear();
    for (Frame& frame : frames_) {
        frame.move = kNoMove;
        frame.killers = {kNoMove, kNoMove};
        frame.eval = kNone;
    }
}

template <rules::Ruleset R, typename E>
inline void Worker<R, E>::count_node() {
    if (++nodes_ < next_poll_) return;
    publish_nodes();
    if (nodes_ >= task_.max_nodes) stop_.store(true, std::memory_order_relaxed);
    if (poll_ != nullptr && *poll_) (*poll_)();
    next_poll_ = std::min(nodes_ + 1024, std::max(task_.max_nodes, nodes_ + 1));
}

/// Facts of a freshly made child; its evaluation follows where the node needs one.
template <rules::Ruleset R, typename E>
inline void Worker<R, E>::make(const rules::Position<R>& child, rules::Move move, int ply) {
    frames_[ply].move = move;
    frames_[ply + 1].facts = frames_[ply].facts;
    update_facts(frames_[ply + 1].facts, child, move.block());
}

}  // namespace ninefold::search
