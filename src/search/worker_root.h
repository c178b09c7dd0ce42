// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "search/worker_node.h"

namespace ninefold::search {

template <rules::Ruleset R, typename E>
void Worker<R, E>::prepare(const rules::Position<R>& root, const SearchTask& task, int thread) {
    root_ = root;
    task_ = task;
    thread_ = thread;
    nodes_ = 0;
    next_poll_ = 0;
    publish_nodes();
    root_moves_.clear();
    Frame& frame = frames_[0];
    frame.facts = facts_of(root);
    frame.state = evaluator_.refresh(root);
    for (Frame& each : frames_) each.killers = {kNoMove, kNoMove};
    MoveList list;
    const unsigned deadly = deadly_blocks(root, frame.facts, other(root.side()));
    list_moves(root, {frame.facts, deadly, history_, kNoMove, frame.killers, q_}, kNoMove, list);
    for (int i = 0; i < list.size(); ++i) root_moves_.push_back({.move = list.pick(i).move});
    // Moves that lose at once come last: they are searched too, because all lines may be asked for.
    for (const rules::Move move : root.legal_moves()) {
        const auto same = [move](const RootMove& r) { return r.move == move; };
        if (std::none_of(root_moves_.begin(), root_moves_.end(), same)) {
            root_moves_.push_back({.move = move});
        }
    }
    if (task.blindness != 0) overlook_root_moves();
    for (RootMove& r : root_moves_) r.pv = {r.move};
}

/// Leaves the moves that a weaker level sees, one at least.
template <rules::Ruleset R, typename E>
void Worker<R, E>::overlook_root_moves() {
    const auto seen =
        std::max_element(root_moves_.begin(), root_moves_.end(),
                         [this](const RootMove& a, const RootMove& b) {
                             return prominence(root_, a.move) < prominence(root_, b.move);
                         })
            ->move;
    std::erase_if(root_moves_,
                  [&](const RootMove& r) { return r.move != seen && overlooks(root_, r.move); });
}

template <rules::Ruleset R, typename E>
void Worker<R, E>::deepen(const std::function<bool(int depth)>& after_iteration,
                          const std::function<void()>& poll) {
    poll_ = &poll;
    const std::size_t lines =
        std::min<std::size_t>(static_cast<std::size_t>(std::max(task_.multi_pv, 1)),
                              root_moves_.size());
    const int deepest = std::min(task_.max_depth, rules::Move::kCount - root_.ply());
    for (int depth = 1; depth <= std::max(deepest, 1) && !root_moves_.empty(); ++depth) {
        // Every second helper thread runs a ply ahead, so that they do not all do the same work.
        const int ahead = thread_ % 2 == 1 && depth > 2 ? 1 : 0;
        for (RootMove& r : root_moves_) r.last_value = r.value;
        for (std::size_t first = 0; first < lines; ++first) {
            search_window(depth + ahead, first);
            if (stopped()) break;
        }
        publish_nodes();
        if (stopped() || !after_iteration(depth)) break;
    }
    poll_ = nullptr;
}

/// The root with a window around the last value, widened until the value lies inside.
template <rules::Ruleset R, typename E>
void Worker<R, E>::search_window(int depth, std::size_t first) {
    const Value last = root_moves_[first].last_value;
    int width = q_.aspiration_window;
    root_depth_ = depth;
    Value alpha = -kInfinite, beta = kInfinite;
    if (depth >= q_.aspiration_depth && !is_proven(last) && last > -kInfinite) {
        alpha = last - width;
        beta = last + width;
    }
    while (true) {
        const Value value = search_root(depth, alpha, beta, first);
        sort_root(first, root_moves_.size());
        if (stopped() || (value > alpha && value < beta)) return;
        // A wider search that is cut off before its first move leaves this one's bounds to answer
        // with.
        for (RootMove& r : root_moves_) {
            if (r.value > -kInfinite) r.last_value = r.value;
        }
        width *= 3;
        if (value <= alpha) alpha = width > 1500 ? -kInfinite : value - width;
        if (value >= beta) beta = width > 1500 ? kInfinite : value + width;
    }
}

/// All root moves from `first` on. Moves that do not beat alpha keep only an unknown value, so that
/// the sort leaves them in their order.
template <rules::Ruleset R, typename E>
Value Worker<R, E>::search_root(int depth, Value alpha, Value beta, std::size_t first) {
    Node node{.alpha = alpha, .beta = beta, .depth = depth, .ply = 0, .cut_node = false};
    Value best = -kInfinite;
    for (std::size_t i = first; i < root_moves_.size(); ++i) root_moves_[i].value = -kInfinite;
    for (std::size_t i = first; i < root_moves_.size(); ++i) {
        RootMove& r = root_moves_[i];
        const std::uint64_t before = nodes_;
        const int number = static_cast<int>(i - first);
        const Value value = try_move<true>(root_, node, {r.move, 0}, number, alpha, depth);
        r.nodes += nodes_ - before;
        if (stopped()) return best;
        best = std::max(best, value);
        if (number > 0 && value <= alpha) continue;
        r.value = value;
        const Line& line = lines_[1];
        r.pv.assign(1, r.move);
        r.pv.insert(r.pv.end(), line.moves.begin(), line.moves.begin() + line.size);
        alpha = std::max(alpha, value);
        if (alpha >= beta) break;
    }
    return best;
}

template <rules::Ruleset R, typename E>
void Worker<R, E>::sort_root(std::size_t first, std::size_t last) {
    std::stable_sort(root_moves_.begin() + static_cast<std::ptrdiff_t>(first),
                     root_moves_.begin() + static_cast<std::ptrdiff_t>(last),
                     [](const RootMove& a, const RootMove& b) { return a.value > b.value; });
}

}  // namespace ninefold::search
