// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>
#include <vector>

#include "bots/thinking_bot.h"
#include "rules/playout.h"

namespace ninefold::bots {

/// Monte Carlo tree search: UCT (Kocsis and Szepesvári 2006) with uniformly random playouts, one a
/// visit. Keeps its nodes' memory between questions, not the tree. With `playouts` set, a question
/// takes exactly that number; otherwise the clock decides, and without a clock kDefaultPlayouts.
class MctsBrain {
public:
    static constexpr std::uint64_t kDefaultPlayouts = 10'000;

    struct Options {
        std::optional<std::uint64_t> playouts;
        float exploration = 0.9f;           ///< UCT's constant, for scores from 0 to 1
        std::size_t max_nodes = 4'000'000;  ///< 16 bytes each; a full tree stops growing
    };

    MctsBrain() = default;
    explicit MctsBrain(const Options& options) : options_(options) {}

    template <rules::Ruleset R>
    rules::Move choose(const rules::Position<R>& position, Thought& thought);

private:
    /// Scores are in the view of the side that made `move`: 1 for a win, one half for a draw.
    struct Node {
        float score = 0;
        std::uint32_t visits = 0;
        std::uint32_t first_child = 0;
        std::uint8_t children = 0;
        rules::Move move;
    };
    static_assert(sizeof(Node) == 16);

    template <rules::Ruleset R>
    void visit_once(const rules::Position<R>& root, base::Rng& rng);
    template <rules::Ruleset R>
    void expand(std::uint32_t node, const rules::Position<R>& position);
    std::uint32_t select(const Node& parent, base::Rng& rng) const;
    const Node& best_child(const Node& parent) const;
    std::uint64_t playouts_for(const Thought& thought) const;
    void report(Thought& thought) const;

    Options options_;
    std::vector<Node> nodes_;
};

template <rules::Ruleset R>
rules::Move MctsBrain::choose(const rules::Position<R>& position, Thought& thought) {
    constexpr std::uint64_t kPlayoutsBetweenLooks = 32;
    nodes_.assign(1, Node{});
    expand(0, position);
    const std::uint64_t playouts = playouts_for(thought);
    for (std::uint64_t i = 0; i < playouts; ++i) {
        if (i % kPlayoutsBetweenLooks == 0 && i > 0 && thought.timer.is_over()) break;
        visit_once(position, thought.rng);
    }
    report(thought);
    return best_child(nodes_[0]).move;
}

template <rules::Ruleset R>
void MctsBrain::visit_once(const rules::Position<R>& root, base::Rng& rng) {
    std::array<std::uint32_t, rules::Move::kCount + 1> path;
    std::size_t length = 0;
    rules::Position<R> position = root;
    std::uint32_t at = 0;
    path[length++] = at;
    while (nodes_[at].children > 0 || (nodes_[at].visits > 0 && !position.is_over())) {
        if (nodes_[at].children == 0) {
            if (nodes_.size() + rules::Move::kCount > options_.max_nodes) break;
            expand(at, position);
        }
        at = select(nodes_[at], rng);
        position = position.after(nodes_[at].move);
        path[length++] = at;
    }
    const auto winner =
        position.is_over() ? position.outcome().winner : rules::playout(position, rng).winner;
    rules::Side mover = rules::other(root.side());
    for (std::size_t i = 0; i < length; ++i, mover = rules::other(mover)) {
        Node& node = nodes_[path[i]];
        ++node.visits;
        node.score += !winner ? 0.5f : *winner == mover ? 1.0f : 0.0f;
    }
}

template <rules::Ruleset R>
void MctsBrain::expand(std::uint32_t node, const rules::Position<R>& position) {
    const auto first = static_cast<std::uint32_t>(nodes_.size());
    for (const rules::Move move : position.legal_moves()) nodes_.push_back({.move = move});
    nodes_[node].first_child = first;
    nodes_[node].children = static_cast<std::uint8_t>(nodes_.size() - first);
}

inline std::uint32_t MctsBrain::select(const Node& parent, base::Rng& rng) const {
    const Node* child = &nodes_[parent.first_child];
    const float spread =
        options_.exploration * std::sqrt(std::log(static_cast<float>(parent.visits + 1)));
    std::uint32_t best = 0, unseen = 0;
    float best_bound = -1;
    for (std::uint32_t i = 0; i < parent.children; ++i) {
        const auto visits = static_cast<float>(child[i].visits);
        if (child[i].visits == 0) {
            if (rng.below(++unseen) == 0) best = i;
            continue;
        }
        if (unseen > 0) continue;
        const float bound = child[i].score / visits + spread / std::sqrt(visits);
        if (bound > best_bound) {
            best_bound = bound;
            best = i;
        }
    }
    return parent.first_child + best;
}

inline const MctsBrain::Node& MctsBrain::best_child(const Node& parent) const {
    const Node* best = &nodes_[parent.first_child];
    for (std::uint32_t i = 1; i < parent.children; ++i) {
        const Node& child = nodes_[parent.first_child + i];
        if (child.visits > best->visits) best = &child;
    }
    return *best;
}

inline std::uint64_t MctsBrain::playouts_for(const Thought& thought) const {
    if (thought.question.limits.nodes) return *thought.question.limits.nodes;
    if (options_.playouts) return *options_.playouts;
    const bool clock = thought.timer.is_limited() || thought.question.limits.infinite;
    return clock ? ~std::uint64_t{0} : kDefaultPlayouts;
}

inline void MctsBrain::report(Thought& thought) const {
    protocol::Info& info = thought.info;
    info.nodes = nodes_[0].visits;
    const Node* node = &nodes_[0];
    while (node->children > 0 && node->visits > 0) {
        node = &best_child(*node);
        info.pv.push_back(node->move);
    }
    info.depth = static_cast<int>(info.pv.size());
    const Node& best = best_child(nodes_[0]);
    if (best.visits > 0) {
        info.score = protocol::Score::expecting(best.score / static_cast<float>(best.visits));
    }
    if (thought.question.on_info) thought.question.on_info(info);
}

}  // namespace ninefold::bots
