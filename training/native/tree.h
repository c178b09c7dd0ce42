// SPDX-License-Identifier: MIT
// Gumbel search with sequential halving (Danihelka et al., "Policy improvement by planning with
// Gumbel", ICLR 2022), one tree per game, all games in step: select a leaf, have the net evaluate
// all leaves at once, back the values up.
#pragma once

#include "game.h"

struct Node {
    float sum, value;  ///< of visits' values and of the net, for the node's mover
    short visits;
    u8 edges, visited_edges;
    signed char terminal;  ///< 0 no, 1 the mover wins, 2 loses, 3 draw
    u8 parent, unused[2];
};

/// All games' trees in flat arrays; a game has `nodes` nodes of up to 81 edges.
struct Tree {
    int games, nodes;
    float visit_scale, value_scale;
    int considered, simulations;
    Rules rules;
    State *root, *states;
    Node* node;
    float* prior;
    u8 *move, *child;
    float* gumbel;
    int* leaf;
    u8* leaf_symmetry;
    u32* random;
    int* used;
    const short* schedule;  ///< [64][simulations]: visits a root move must have to be considered
    int* step;              ///< -1 evaluates the root
    int noise;
    float *policy, *root_value;  ///< results: improved policy, its value
    int* chosen;
};

ON_DEVICE float terminal_value(int t) { return t == 1 ? 1.f : t == 2 ? -1.f : 0.f; }
ON_DEVICE size_t edges_at(const Tree& t, int game, int node) {
    return (static_cast<size_t>(game) * t.nodes + node) * 81;
}
ON_DEVICE float scaled(const Tree& t, float q, int most_visits) {
    return (t.visit_scale + most_visits) * t.value_scale * 0.5f * (q + 1.f);
}
/// A child's value for its parent's mover.
ON_DEVICE float child_value(const Node& child) { return -child.sum / child.visits; }

ON_DEVICE int make_child(const Tree& t, int game, int parent, int edge) {
    const size_t first = static_cast<size_t>(game) * t.nodes, at = edges_at(t, game, parent);
    const int id = t.used[game]++;
    State s = t.states[first + parent];
    const int status = play(t.rules, s, t.move[at + edge]);
    Node n{};
    n.parent = static_cast<u8>(parent);
    n.terminal = status == kMoverWon        ? 2
                 : status == kMoverLost     ? 1
                 : status == kDrawn         ? 3
                 : wins_at_once(t.rules, s) ? 1
                                            : 0;
    t.states[first + id] = s;
    t.node[first + id] = n;
    t.child[at + edge] = static_cast<u8>(id);
    return id;
}

/// What is known of the values of a node's moves.
struct Completed {
    float value;  ///< for moves never tried: mix of the net's value and of those tried
    float prior_tried;
    int most_visits;
};

ON_DEVICE Completed complete(const Tree& t, size_t first, size_t at, const Node& n, int edges) {
    float prior = 0, weighted = 0;
    int most = 0;
    for (int i = 0; i < edges; ++i) {
        const int c = t.child[at + i];
        if (!c) continue;
        const Node& child = t.node[first + c];
        prior += t.prior[at + i];
        weighted += t.prior[at + i] * child_value(child);
        if (child.visits > most) most = child.visits;
    }
    const int tries = n.visits - 1;
    const float value =
        prior > 0 ? (n.value + tries * weighted / fmaxf(prior, 1e-12f)) / (1 + tries) : n.value;
    return {value, prior, most};
}

/// The root move whose turn it is by the halving schedule.
ON_DEVICE int select_root(const Tree& t, int game, int step) {
    const size_t first = static_cast<size_t>(game) * t.nodes, at = edges_at(t, game, 0);
    const Node root = t.node[first];
    const int m = root.edges < t.considered ? root.edges : t.considered;
    const int wanted = t.schedule[m * t.simulations + step];
    const Completed known = complete(t, first, at, root, m);
    int best = -1, fallback = 0;
    float best_score = -1e30f, fallback_score = -1e30f;
    for (int i = 0; i < m; ++i) {
        const int c = t.child[at + i];
        const float q = c ? child_value(t.node[first + c]) : known.value;
        const int visits = c ? t.node[first + c].visits : 0;
        const float score = t.gumbel[static_cast<size_t>(game) * 81 + i] +
                            logf(t.prior[at + i] + 1e-12f) + scaled(t, q, known.most_visits);
        if (visits == wanted && score > best_score) best_score = score, best = i;
        const float late = score - visits * 1e3f;
        if (late > fallback_score) fallback_score = late, fallback = i;
    }
    return best < 0 ? fallback : best;
}

/// Inside the tree: the move whose visits lag most behind the improved policy. Tried moves are kept
/// in front of the others.
ON_DEVICE int select_inner(const Tree& t, size_t first, size_t at, int node) {
    const Node n = t.node[first + node];
    const int k = n.visited_edges;
    const Completed known = complete(t, first, at, n, k);
    int untried = -1;
    float untried_prior = -1;
    for (int i = k; i < n.edges; ++i) {
        if (t.prior[at + i] > untried_prior) untried_prior = t.prior[at + i], untried = i;
    }
    int chosen = untried;
    if (k) {
        const float base = scaled(t, known.value, known.most_visits);
        float top = base;
        for (int i = 0; i < k; ++i) {
            const float q = child_value(t.node[first + t.child[at + i]]);
            top = fmaxf(top, scaled(t, q, known.most_visits));
        }
        const float rest = untried < 0 ? 0.f : fmaxf(1.f - known.prior_tried, 0.f);
        float total = rest * expf(base - top);
        for (int i = 0; i < k; ++i) {
            const float q = child_value(t.node[first + t.child[at + i]]);
            total += t.prior[at + i] * expf(scaled(t, q, known.most_visits) - top);
        }
        total = fmaxf(total, 1e-20f);
        float best = untried >= 0 ? untried_prior * expf(base - top) / total : -1e30f;
        for (int i = 0; i < k; ++i) {
            const Node& child = t.node[first + t.child[at + i]];
            const float wish =
                t.prior[at + i] * expf(scaled(t, child_value(child), known.most_visits) - top);
            const float score = wish / total - static_cast<float>(child.visits) / n.visits;
            if (score > best) best = score, chosen = i;
        }
    }
    if (chosen < k) return chosen;
    const float prior = t.prior[at + chosen];
    const u8 move = t.move[at + chosen];
    t.prior[at + chosen] = t.prior[at + k];
    t.move[at + chosen] = t.move[at + k];
    t.prior[at + k] = prior;
    t.move[at + k] = move;
    t.node[first + node].visited_edges = static_cast<u8>(k + 1);
    return k;
}

ON_DEVICE void select_leaf(const Tree& t, int game, int step) {
    const size_t first = static_cast<size_t>(game) * t.nodes;
    t.leaf_symmetry[game] = static_cast<u8>(next_random(t.random[game]) >> 29);
    if (step < 0) {
        t.states[first] = t.root[game];
        t.node[first] = Node{};
        t.leaf[game] = 0;
        t.used[game] = 1;
        return;
    }
    int node = 0, edge = select_root(t, game, step);
    for (;;) {
        const size_t at = edges_at(t, game, node);
        const int c = t.child[at + edge];
        if (!c) {
            t.leaf[game] = make_child(t, game, node, edge);
            return;
        }
        node = c;
        if (t.node[first + node].terminal) {
            t.leaf[game] = node;
            return;
        }
        edge = select_inner(t, first, edges_at(t, game, node), node);
    }
}

/// Draws Gumbel noise for the root's moves and brings the considered ones to the front.
ON_DEVICE void order_root(const Tree& t, int game, int edges) {
    const size_t at = edges_at(t, game, 0), noise = static_cast<size_t>(game) * 81;
    for (int i = 0; i < edges; ++i) {
        t.gumbel[noise + i] = t.noise ? -logf(-logf(random_unit(t.random[game]))) : 0.f;
    }
    for (int i = 0; i < edges && i < t.considered; ++i) {
        int best = i;
        float best_score = -1e30f;
        for (int j = i; j < edges; ++j) {
            const float score = t.gumbel[noise + j] + logf(t.prior[at + j] + 1e-12f);
            if (score > best_score) best_score = score, best = j;
        }
        const float prior = t.prior[at + i], gumbel = t.gumbel[noise + i];
        const u8 move = t.move[at + i];
        t.prior[at + i] = t.prior[at + best];
        t.gumbel[noise + i] = t.gumbel[noise + best];
        t.move[at + i] = t.move[at + best];
        t.prior[at + best] = prior;
        t.gumbel[noise + best] = gumbel;
        t.move[at + best] = move;
    }
}

/// Gives a new leaf its moves and priors from the net's 81 logits.
ON_DEVICE void expand(const Tree& t, int game, int leaf, Node& n, const float* logits) {
    const size_t at = edges_at(t, game, leaf);
    u8 moves[81];
    const int edges =
        list_moves(t.rules, t.states[static_cast<size_t>(game) * t.nodes + leaf], moves);
    n.edges = static_cast<u8>(edges);
    n.visited_edges = 0;
    const int symmetry = t.leaf_symmetry[game];
    float top = -1e30f, total = 0;
    for (int i = 0; i < edges; ++i) {
        const int b = moves[i] / 9, cell = moves[i] - 9 * b;
        const float logit = logits[symmetric(symmetry, b) * 9 + symmetric(symmetry, cell)];
        t.prior[at + i] = logit;
        t.move[at + i] = moves[i];
        t.child[at + i] = 0;
        top = fmaxf(top, logit);
    }
    for (int i = 0; i < edges; ++i) total += expf(t.prior[at + i] - top);
    for (int i = 0; i < edges; ++i) t.prior[at + i] = expf(t.prior[at + i] - top) / total;
    if (leaf == 0) order_root(t, game, edges);
}

ON_DEVICE void back_up(const Tree& t, int game, const float* logits, float net_value) {
    const size_t first = static_cast<size_t>(game) * t.nodes;
    int node = t.leaf[game];
    Node n = t.node[first + node];
    float value = net_value;
    if (n.terminal) {
        value = terminal_value(n.terminal);
    } else {
        n.value = net_value;
        expand(t, game, node, n, logits);
    }
    n.visits++;
    n.sum += value;
    t.node[first + node] = n;
    while (node != 0) {
        node = t.node[first + node].parent;
        value = -value;
        t.node[first + node].visits++;
        t.node[first + node].sum += value;
    }
}

/// Improved policy, its value and the move to play.
ON_DEVICE void conclude(const Tree& t, int game) {
    const size_t first = static_cast<size_t>(game) * t.nodes, at = edges_at(t, game, 0);
    const size_t out = static_cast<size_t>(game) * 81;
    const Node root = t.node[first];
    const int m = root.edges < t.considered ? root.edges : t.considered;
    const Completed known = complete(t, first, at, root, m);
    float top = -1e30f, best_score = -1e30f;
    int best = 0;
    for (int i = 0; i < root.edges; ++i) {
        const int c = i < m ? t.child[at + i] : 0;
        const float q = c ? child_value(t.node[first + c]) : known.value;
        const float score = logf(t.prior[at + i] + 1e-12f) + scaled(t, q, known.most_visits);
        top = fmaxf(top, score);
        const int visits = c ? t.node[first + c].visits : 0;
        if (i < m && visits == known.most_visits && score + t.gumbel[out + i] > best_score) {
            best_score = score + t.gumbel[out + i], best = i;
        }
    }
    float total = 0, value = 0;
    for (int i = 0; i < 81; ++i) t.policy[out + i] = 0;
    for (int i = 0; i < root.edges; ++i) {
        const int c = i < m ? t.child[at + i] : 0;
        const float q = c ? child_value(t.node[first + c]) : known.value;
        const float score = logf(t.prior[at + i] + 1e-12f) + scaled(t, q, known.most_visits);
        const float weight = expf(score - top);
        total += weight;
        value += weight * q;
        t.policy[out + t.move[at + i]] = weight;
    }
    for (int i = 0; i < root.edges; ++i) t.policy[out + t.move[at + i]] /= total;
    t.root_value[game] = value / total;
    t.chosen[game] = t.move[at + best];
}
