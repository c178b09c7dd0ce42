// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <vector>

#include "search/node_search.h"

namespace ninefold::search {

/// A move at the root and what the search found of it.
struct RootMove {
    rules::Move move;
    Value value = -kInfinite;       ///< of the running iteration
    Value last_value = -kInfinite;  ///< of the one before
    std::uint64_t nodes = 0;        ///< spent on it, all iterations together
    std::vector<rules::Move> pv{};  ///< begins with the move itself

    /// Of an iteration cut short, the value of the one before; -kInfinite where nothing is known.
    Value known_value() const { return value > -kInfinite ? value : last_value; }
    /// The same, even where nothing is known.
    Value value_or_even() const { return known_value() > -kInfinite ? known_value() : 0; }
};

/// One thread of the search: iterative deepening principal variation search over positions of one
/// ruleset with one evaluation.
template <rules::Ruleset R, typename E>
class Worker {
public:
    Worker(E evaluator, TranspositionTable& table, std::atomic<bool>& stop,
           const Parameters& parameters)
        : q_(parameters), search_(std::move(evaluator), table, stop, parameters) {}

    /// Forgets what was learnt in earlier games: searches as a new worker would.
    void clear() { search_.clear(); }

    /// Sets the position up. The number of the thread spreads several over different depths.
    void prepare(const rules::Position<R>& root, const SearchTask& task, int thread) {
        root_ = root;
        task_ = task;
        thread_ = thread;
        root_moves_.clear();
        MoveList list = search_.prepare(root, task);
        for (int i = 0; i < list.size(); ++i) root_moves_.push_back({.move = list.pick(i).move});
        // Moves that lose at once come last: they are searched too, because all lines may be asked
        // for.
        for (const rules::Move move : root.legal_moves()) {
            const auto same = [move](const RootMove& r) { return r.move == move; };
            if (std::none_of(root_moves_.begin(), root_moves_.end(), same)) {
                root_moves_.push_back({.move = move});
            }
        }
        if (task.blindness != 0) overlook_root_moves();
        for (RootMove& r : root_moves_) r.pv = {r.move};
    }

    /// Deepens until the flag, the depth or a proof ends it. `after_iteration(depth)` is called
    /// when the root moves are sorted after each depth; it returns whether to continue.
    void deepen(const std::function<bool(int depth)>& after_iteration,
                const std::function<void()>& poll) {
        search_.set_poll(&poll);
        const auto lines =
            std::min(static_cast<std::size_t>(std::max(task_.multi_pv, 1)), root_moves_.size());
        const int deepest = std::min(task_.max_depth, rules::Move::kCount - root_.ply());
        for (int depth = 1; depth <= std::max(deepest, 1) && !root_moves_.empty(); ++depth) {
            // Every second helper thread runs a ply ahead, so that they do not all do the same.
            const int ahead = thread_ % 2 == 1 && depth > 2 ? 1 : 0;
            for (RootMove& r : root_moves_) r.last_value = r.value;
            for (std::size_t first = 0; first < lines; ++first) {
                search_window(depth + ahead, first);
                if (search_.stopped()) break;
            }
            search_.publish_nodes();
            if (search_.stopped() || !after_iteration(depth)) break;
        }
        search_.set_poll(nullptr);
    }

    /// Best first, the first multi_pv of them with values and lines.
    const std::vector<RootMove>& root_moves() const { return root_moves_; }
    /// Safe to read from other threads; behind by some hundred nodes.
    std::uint64_t nodes() const { return search_.published_nodes(); }
    std::uint64_t exact_nodes() const { return search_.nodes(); }

private:
    /// Leaves the moves that a weaker level sees, one at least.
    void overlook_root_moves() {
        const auto less_prominent = [this](const RootMove& a, const RootMove& b) {
            return task_.prominence(root_, a.move) < task_.prominence(root_, b.move);
        };
        const rules::Move seen =
            std::max_element(root_moves_.begin(), root_moves_.end(), less_prominent)->move;
        std::erase_if(root_moves_, [&](const RootMove& r) {
            return r.move != seen && task_.overlooks(root_, r.move);
        });
    }

    /// The root with a window around the last value, widened until the value lies inside.
    void search_window(int depth, std::size_t first) {
        const Value last = root_moves_[first].last_value;
        int width = q_.aspiration_window;
        search_.begin_iteration(depth);
        Value alpha = -kInfinite, beta = kInfinite;
        if (depth >= q_.aspiration_depth && !is_proven(last) && last > -kInfinite) {
            alpha = last - width;
            beta = last + width;
        }
        while (true) {
            const Value value = search_root(depth, alpha, beta, first);
            std::stable_sort(root_moves_.begin() + static_cast<std::ptrdiff_t>(first),
                             root_moves_.end(), [](const RootMove& a, const RootMove& b) {
                                 return a.value > b.value;
                             });
            if (search_.stopped() || (value > alpha && value < beta)) return;
            // A wider search that is cut off before its first move leaves this one's bounds to
            // answer with.
            for (RootMove& r : root_moves_) r.last_value = r.known_value();
            width *= 3;
            if (value <= alpha) alpha = width > 1500 ? -kInfinite : value - width;
            if (value >= beta) beta = width > 1500 ? kInfinite : value + width;
        }
    }

    /// All root moves from `first` on. Moves that do not beat alpha keep only an unknown value, so
    /// that the sort leaves them in their order.
    Value search_root(int depth, Value alpha, Value beta, std::size_t first) {
        const Node node{.alpha = alpha, .beta = beta, .depth = depth, .ply = 0, .cut_node = false};
        Value best = -kInfinite;
        for (std::size_t i = first; i < root_moves_.size(); ++i) root_moves_[i].value = -kInfinite;
        for (std::size_t i = first; i < root_moves_.size(); ++i) {
            RootMove& r = root_moves_[i];
            const std::uint64_t before = search_.nodes();
            const int number = static_cast<int>(i - first);
            const Value value =
                search_.template try_move<true>(root_, node, {r.move, 0}, number, alpha, depth);
            r.nodes += search_.nodes() - before;
            if (search_.stopped()) return best;
            best = std::max(best, value);
            if (number > 0 && value <= alpha) continue;
            r.value = value;
            const Line& line = search_.expected();
            r.pv.assign(1, r.move);
            r.pv.insert(r.pv.end(), line.moves.begin(), line.moves.begin() + line.size);
            alpha = std::max(alpha, value);
            if (alpha >= beta) break;
        }
        return best;
    }

    const Parameters& q_;
    SearchTask task_;
    int thread_ = 0;
    rules::Position<R> root_;
    std::vector<RootMove> root_moves_;
    NodeSearch<R, E> search_;
};

}  // namespace ninefold::search
