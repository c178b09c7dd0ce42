// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <functional>
#include <optional>

#include "search/endgame.h"
#include "search/hand_evaluator.h"
#include "search/outcome_hash.h"
#include "search/solver.h"
#include "search/solver_table.h"
#include "search/value.h"

namespace ninefold::search {

/// No restriction.
struct EveryMove {
    template <rules::Ruleset R>
    bool operator()(const rules::Position<R>&, rules::Move) const {
        return true;
    }
};

/// Depth-first proof-number search (Nagai 2002) for "the mover gets at least the goal", with leaves
/// weighed by the evaluation and finished by Endgame. Proof and disproof numbers are kept in the
/// mover's view at every node. Transpositions share table entries; the game has no cycles.
///
/// `Allowed` may forbid moves (a plan of one side): then "yes" still is a proof, "no" only says
/// that the plan fails.
template <rules::Ruleset R, typename Allowed = EveryMove>
class ProofSearch {
public:
    using Numbers = ProofTable::Numbers;
    /// Asked every thousand nodes or so; true ends the search.
    using Interrupt = std::function<bool(std::uint64_t nodes)>;

    ProofSearch(ProofTable& table, Endgame<R>& endgame, rules::Rules rules,
                const ProofParameters& parameters, Allowed allowed = {})
        : table_(table),
          endgame_(endgame),
          evaluator_(rules),
          model_(hand_win_model(rules)),
          q_(parameters),
          allowed_(allowed) {}

    /// Nothing: interrupted.
    std::optional<bool> reaches(const rules::Position<R>& p, int goal, const Interrupt& interrupt) {
        interrupt_ = &interrupt;
        interrupted_ = false;
        const BlockFacts facts = facts_of(p);
        Numbers numbers;
        if (!known(p, facts, goal, numbers)) {
            const auto state = evaluator_.refresh(p);
            numbers = deepen(p, facts, state, goal, {ProofTable::kMost, ProofTable::kMost});
        }
        if (numbers.proof == 0) return true;
        if (numbers.disproof == 0) return false;
        return std::nullopt;
    }

    /// A move that proves the goal, from the table alone; nothing where the table forgot.
    std::optional<rules::Move> proving_move(const rules::Position<R>& p, int goal) {
        const BlockFacts facts = facts_of(p);
        if (wins_at_once(p, facts)) return winning_move(p, facts);
        for (const rules::Move move : p.legal_moves()) {
            if (!allowed_(p, move)) continue;
            const rules::Position<R> child = p.after(move);
            Numbers numbers;
            if (known(child, facts_of(child), 1 - goal, numbers) && numbers.disproof == 0)
                return move;
        }
        return std::nullopt;
    }

    std::uint64_t nodes() const { return nodes_ + endgame_.nodes(); }

private:
    using State = typename HandEvaluator<R>::State;
    static constexpr std::uint32_t kMost = ProofTable::kMost;
    struct Child {
        rules::Move move;
        Numbers numbers;  ///< in the child's mover's view
    };

    static std::uint64_t key(const rules::Position<R>& p, const BlockFacts& facts, int goal) {
        return outcome_hash(p, facts) ^ (goal == 0 ? 0x5851f42d4c957f2dULL : 0);
    }
    static Numbers proved(bool yes) { return yes ? Numbers{0, kMost} : Numbers{kMost, 0}; }

    /// What the board or the table already knows; from the table unproved numbers too.
    bool known(const rules::Position<R>& p, const BlockFacts& facts, int goal,
               Numbers& numbers) const {
        const auto yes = decided(p, facts, goal);
        if (yes) numbers = proved(*yes);
        return yes || table_.probe(key(p, facts, goal), numbers);
    }

    /// First numbers of a leaf: solved outright if small, else by how likely the goal looks.
    Numbers first_numbers(const rules::Position<R>& p, const BlockFacts& facts, std::uint64_t key,
                          const State& last, rules::Move move, int goal) {
        const rules::BoardSet playable = ~p.occupied() & rules::BoardSet::covering(~p.closed());
        if (playable.size() <= q_.endgame_cells) {
            const bool yes = endgame_.reaches(p, facts, goal, q_.endgame_nodes);
            if (endgame_.finished()) {
                table_.store(key, proved(yes), 1);
                return proved(yes);
            }
        }
        State state;
        evaluator_.advance(state, last, move, p);
        const Value value = evaluator_.score(state, p, facts);
        const double z = (value + (goal == 0 ? model_.draw : -model_.draw)) / model_.scale;
        const double bent = std::clamp(z * q_.slope, -6.0, 6.0);
        return {1 + static_cast<std::uint32_t>(q_.start * std::exp(-bent)),
                1 + static_cast<std::uint32_t>(q_.start * std::exp(bent))};
    }

    /// Children that matter, with their numbers. A child that already proves the goal ends the
    /// list.
    int expand(const rules::Position<R>& p, const BlockFacts& facts, const State& state, int goal,
               Child* children) {
        struct Made {
            rules::Position<R> position;
            BlockFacts facts;
            std::uint64_t key;
            rules::Move move;
        };
        Made made[81];
        int count = 0;
        const unsigned deadly = deadly_blocks(p, facts, other(p.side()));
        // Made first and asked of the table later, when the prefetches have arrived.
        for (const rules::Move move : p.legal_moves()) {
            if (deadly != 0 && allows_win(p, deadly, move.block(), move.cell())) continue;
            if (!allowed_(p, move)) continue;
            Made& m = made[count++];
            m.position = p.after(move);
            m.facts = facts;
            m.move = move;
            update_facts(m.facts, m.position, move.block());
            m.key = key(m.position, m.facts, 1 - goal);
            table_.prefetch(m.key);
        }
        for (int i = 0; i < count; ++i) {
            const Made& m = made[i];
            Numbers numbers;
            if (const auto yes = decided(m.position, m.facts, 1 - goal)) {
                numbers = proved(*yes);
            } else if (!table_.probe(m.key, numbers)) {
                numbers = first_numbers(m.position, m.facts, m.key, state, m.move, 1 - goal);
            }
            children[i] = {m.move, numbers};
            if (numbers.disproof == 0) return i + 1;
        }
        return count;
    }

    Numbers deepen(const rules::Position<R>& p, const BlockFacts& facts, const State& state,
                   int goal, Numbers limit) {
        const std::uint64_t before = nodes();
        if ((++nodes_ & 63) == 0 && (*interrupt_)(nodes())) interrupted_ = true;
        Child children[81];
        const int count = expand(p, facts, state, goal, children);
        Numbers numbers = proved(false);
        while (count > 0) {  // NOLINT(bugprone-infinite-loop): left from within
            // Proving needs one child disproved; disproving needs every child proved.
            int best = 0;
            std::uint32_t least = kMost, second = kMost;
            std::uint64_t sum = 0, most = 0;
            for (int i = 0; i < count; ++i) {
                const Numbers& n = children[i].numbers;
                sum += n.proof;
                most = std::max<std::uint64_t>(most, n.proof);
                if (n.disproof < least) {
                    second = least;
                    least = n.disproof;
                    best = i;
                } else {
                    second = std::min(second, n.disproof);
                }
            }
            numbers.proof = least;
            const auto hard =
                most + static_cast<std::uint64_t>(static_cast<double>(sum - most) * q_.share);
            numbers.disproof =
                least == 0 ? kMost
                           : static_cast<std::uint32_t>(std::min<std::uint64_t>(hard, kMost));
            if (least >= kMost) numbers = proved(false);
            if (numbers.known() || numbers.proof >= limit.proof ||
                numbers.disproof >= limit.disproof || interrupted_) {
                break;
            }
            descend(p, facts, state, goal, child_limit(limit, numbers, second, children[best]),
                    children[best]);
        }
        if (!interrupted_ || numbers.known())
            table_.store(key(p, facts, goal), numbers, nodes() - before);
        return numbers;
    }

    /// How far the best child may go before another is the best, or the node has reached its limit.
    Numbers child_limit(Numbers limit, Numbers numbers, std::uint32_t second,
                        const Child& child) const {
        const std::uint64_t rest = numbers.disproof - child.numbers.proof;
        const auto patient =
            static_cast<std::uint64_t>(static_cast<double>(second) * q_.patience) + 1;
        return {static_cast<std::uint32_t>(
                    std::min<std::uint64_t>(limit.disproof >= kMost ? kMost : limit.disproof - rest,
                                            kMost)),
                static_cast<std::uint32_t>(
                    std::min<std::uint64_t>(std::min<std::uint64_t>(limit.proof, patient), kMost))};
    }

    void descend(const rules::Position<R>& p, const BlockFacts& facts, const State& state, int goal,
                 Numbers limit, Child& child) {
        const rules::Position<R> next = p.after(child.move);
        BlockFacts next_facts = facts;
        update_facts(next_facts, next, child.move.block());
        State next_state;
        evaluator_.advance(next_state, state, child.move, next);
        child.numbers = deepen(next, next_facts, next_state, 1 - goal, limit);
    }

    ProofTable& table_;
    Endgame<R>& endgame_;
    HandEvaluator<R> evaluator_;
    WinModel model_;
    ProofParameters q_;
    Allowed allowed_;
    const Interrupt* interrupt_ = nullptr;
    bool interrupted_ = false;
    std::uint64_t nodes_ = 0;
};

}  // namespace ninefold::search
