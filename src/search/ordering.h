// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "search/parameters.h"
#include "search/tactics.h"
#include "search/transposition_table.h"

namespace ninefold::search {

/// A legal move and how early it is worth trying.
struct ScoredMove {
    rules::Move move;
    std::int32_t order = 0;
};

/// The moves of a node, handed out best first by selection (most nodes try only a few).
class MoveList {
public:
    void add(rules::Move move, int order) { moves_[size_++] = {move, order}; }
    int size() const { return size_; }
    bool empty() const { return size_ == 0; }

    /// Brings the best of the moves from `index` on to `index` and returns it.
    [[gnu::always_inline]] const ScoredMove& pick(int index) {
        auto best = index;
        for (int i = index + 1; i < size_; ++i) {
            if (moves_[i].order > moves_[best].order) best = i;
        }
        std::swap(moves_[index], moves_[best]);
        return moves_[index];
    }
    ScoredMove& operator[](int index) { return moves_[index]; }

private:
    ScoredMove moves_[rules::Move::kCount];
    int size_ = 0;
};

/// What earlier cut-offs say of moves: by mover and move, and by the move before. One a thread.
class History {
public:
    explicit History(int limit) : limit_(limit) { clear(); }

    void clear() {
        for (auto& side : plain_) side.fill(0);
        for (auto& previous : after_) previous.fill(0);
    }
    int of(rules::Side side, rules::Move previous, rules::Move move) const {
        return plain_[index_of(side)][move.value()] + after_[previous.value()][move.value()];
    }
    void update(rules::Side side, rules::Move previous, rules::Move move, int bonus) {
        add(plain_[index_of(side)][move.value()], bonus);
        add(after_[previous.value()][move.value()], bonus);
    }

private:
    /// Gravity: the nearer the limit, the smaller the step.
    void add(std::int16_t& entry, int bonus) const {
        entry = static_cast<std::int16_t>(entry + bonus - entry * std::abs(bonus) / limit_);
    }

    int limit_;
    std::array<std::array<std::int16_t, 81>, 2> plain_;
    std::array<std::array<std::int16_t, 81>, 128> after_;  ///< 127: no move before
};

/// What the order of a node's moves depends on besides its position.
struct OrderHints {
    const BlockFacts& facts;
    unsigned deadly;  ///< blocks that a move must not send the opponent to
    const History& history;
    rules::Move previous;
    const std::array<rules::Move, 2>& killers;
    const Parameters& q;
};

/// Fills `list` with the legal moves except `skip`, scored; moves after which the opponent wins at
/// once are left out and reported by the return value.
template <rules::Ruleset R>
bool list_moves(const rules::Position<R>& p, const OrderHints& hints, rules::Move skip,
                MoveList& list) {
    const auto& [facts, deadly, history, previous, killers, q] = hints;
    bool left_out = false;
    const rules::Side side = p.side();
    const unsigned opp_completes = facts.completes[index_of(other(side))];
    const unsigned open = 0x1ff & ~p.closed().bits();
    for (const rules::Block block : p.targets()) {
        const unsigned bit = 1u << block.index;
        const unsigned own = p.marks(side).block(block).bits();
        const unsigned opp = p.marks(other(side)).block(block).bits();
        const bool owned = (p.won(side) | p.won(other(side))).contains(block);
        const unsigned wins = owned ? 0 : rules::pattern::kCompletes[own];
        const unsigned stops = owned ? 0 : rules::pattern::kCompletes[opp];
        for (const rules::Cell cell : p.empty_cells(block)) {
            const rules::Move move(block, cell);
            if (move == skip) continue;
            if (deadly != 0 && allows_win(p, deadly, block, cell)) {
                left_out = true;
                continue;
            }
            const bool closes = (wins >> cell.index & 1u) != 0 && !rules::Traits<R>::kWonStaysOpen;
            const unsigned sent =
                rules::Traits<R>::destinations(cell).bits() & (closes ? open & ~bit : open);
            int order = history.of(side, previous, move);
            if ((wins >> cell.index & 1u) != 0) order += q.order_wins_block;
            if ((stops >> cell.index & 1u) != 0) order += q.order_stops_block;
            if (sent == 0) order += q.order_gives_free;
            if ((sent & opp_completes) != 0) order += q.order_sends_to_win;
            if (move == killers[0] || move == killers[1]) order += q.order_killer;
            list.add(move, order);
        }
    }
    return left_out;
}

}  // namespace ninefold::search
