// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "base/rng.h"
#include "search/ordering.h"

namespace ninefold::search {

inline constexpr rules::Move kNoMove{TableEntry::kNoMove};

/// What one search is asked to do, the same for all its threads. A weaker level misjudges
/// positions and overlooks moves, in the same position always alike.
struct SearchTask {
    int multi_pv = 1;
    int max_depth = kMaxPly - 1;
    int noise = 0;      ///< of the evaluation, standard deviation in Value units
    int blindness = 0;  ///< of a thousand moves, how many are overlooked
    std::uint64_t noise_seed = 0;
    std::uint64_t max_nodes = ~std::uint64_t{0};  ///< of one thread, exact

    /// The evaluation of the position with this hash, with noise.
    [[gnu::always_inline]] Value misjudged(Value value, std::uint64_t hash) const {
        if (noise == 0) return value;
        base::Rng rng(hash ^ noise_seed);
        const double sum = rng.unit() + rng.unit() + rng.unit() - 1.5;  // deviation 0.5
        return std::clamp(value + static_cast<Value>(2 * noise * sum), -kMaxEval, kMaxEval);
    }

    /// How much a move catches the eye, in thousandths. Blocks that can be won are hard to miss.
    template <rules::Ruleset R>
    int prominence(const rules::Position<R>& p, rules::Move move) const {
        base::Rng rng(p.hash() ^ noise_seed ^ (move.value() + 1u) * 0x9e3779b97f4a7c15u);
        const int drawn = static_cast<int>(rng.below(1000));
        return wins_block(p, move) ? 500 + drawn / 2 : drawn;
    }

    template <rules::Ruleset R>
    bool overlooks(const rules::Position<R>& p, rules::Move move) const {
        return blindness != 0 && prominence(p, move) < blindness;
    }
};

/// The moves that a search expects, from one ply on.
struct Line {
    int size = 0;
    std::array<rules::Move, kMaxPly> moves;

    void assign(rules::Move move, const Line& rest) {
        moves[0] = move;
        std::copy_n(rest.moves.begin(), rest.size, moves.begin() + 1);
        size = rest.size + 1;
    }
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

    /// Whether the table's value ends the node.
    bool has_table_cutoff() const {
        if (!hit || entry.depth < depth) return false;
        switch (entry.bound) {
            case Bound::kExact: return true;
            case Bound::kLower: return entry.value >= beta;
            case Bound::kUpper: return entry.value <= alpha;
            case Bound::kNone: break;
        }
        return false;
    }
    /// A value within what the board itself allows.
    Value bounded(Value value) const {
        if (bounds.high == 0) return std::min(value, 0);
        if (bounds.low == 0) return std::max(value, 0);
        return value;
    }
};

/// How far a node's moves have been tried.
struct Trial {
    Value best = -kInfinite, alpha = 0;
    rules::Move best_move{kNoMove};
    std::array<rules::Move, 81> tried;
    int count = 0;
};

/// Which moves are searched less deep, or not at all. Only read once it is made.
class Selectivity {
public:
    explicit Selectivity(const Parameters& parameters) : q_(parameters) {
        for (unsigned depth = 0; depth < reductions_.size(); ++depth) {
            for (unsigned number = 0; number < reductions_[depth].size(); ++number) {
                const double logs = std::log(std::max(depth, 1u)) * std::log(std::max(number, 1u));
                const double plies = q_.reduction_base / 100.0 + logs * q_.reduction_factor / 100.0;
                reductions_[depth][number] = static_cast<std::uint8_t>(std::max(plies, 0.0));
            }
        }
    }

    /// Late quiet moves at shallow depth, when something safe was found already.
    [[gnu::always_inline]] bool prunes(const Node& node, const Trial& trial, int order) const {
        if (trial.best <= -kProven || trial.count == 0) return false;
        if (node.depth <= q_.late_move_depth && order < q_.order_stops_block / 2 &&
            trial.count >= q_.late_move_base + node.depth * node.depth) {
            return true;
        }
        return node.depth <= q_.futility_depth && order < q_.order_wins_block / 2 &&
               node.eval + q_.futility_base + q_.futility_margin * node.depth <= node.alpha;
    }

    /// Plies that the move of this number is searched less deep at first.
    [[gnu::always_inline]] int reduction(const Node& node, bool pv, int number, int order) const {
        if (node.depth < 2 || number < 1) return 0;
        int plies = reductions_[std::min(node.depth, 63)][std::min(number, 81)];
        if (node.cut_node) ++plies;
        if (pv) --plies;
        plies -= std::clamp(order / q_.reduction_history, -1, 2);
        return std::clamp(plies, 0, node.depth - 1);
    }

private:
    const Parameters& q_;
    std::array<std::array<std::uint8_t, 82>, 64> reductions_;
};

}  // namespace ninefold::search
