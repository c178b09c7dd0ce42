// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "search/huge_array.h"
#include "search/outcome_hash.h"
#include "search/tactics.h"

namespace ninefold::search {

/// Plain alpha-beta to the end of the game over three results, for positions with few empty cells:
/// the last part of the exact solver. Its table keeps, per position, which results are still
/// possible. One thread; results are in the mover's view.
template <rules::Ruleset R>
class Endgame {
public:
    explicit Endgame(std::size_t entries) : table_(std::max<std::size_t>(entries, 1024)) {}

    void clear() { table_.clear(); }

    /// Whether the mover gets at least `goal` (0 or 1). Gives up (false in `finished`) after
    /// `budget` nodes.
    bool reaches(const rules::Position<R>& p, const BlockFacts& facts, int goal,
                 std::uint64_t budget) {
        limit_ = nodes_ + budget;
        finished_ = true;
        return visit(p, facts, goal);
    }
    bool finished() const { return finished_; }
    std::uint64_t nodes() const { return nodes_; }

private:
    struct Entry {
        std::uint64_t hash;
        std::int8_t low, high;
        std::uint8_t move;
    };
    struct Candidate {
        rules::Move move;
        int order;
    };

    bool visit(const rules::Position<R>& p, const BlockFacts& facts, int goal) {
        if (const auto yes = decided(p, facts, goal)) return *yes;
        if (++nodes_ > limit_) {
            finished_ = false;
            return false;
        }
        const std::uint64_t hash = outcome_hash(p, facts);
        Entry& entry = table_[hash % table_.size()];
        unsigned first = 127;
        if (entry.hash == hash) {
            if (entry.low >= goal) return true;
            if (entry.high < goal) return false;
            first = entry.move;
        }
        const auto [reached, move] = try_moves(p, facts, goal, first);
        if (!finished_) return false;
        Entry next{hash, -1, 1, 127};
        if (entry.hash == hash) next = entry;
        if (reached) {
            next.low = static_cast<std::int8_t>(std::max<int>(next.low, goal));
            next.move = static_cast<std::uint8_t>(move);
        } else {
            next.high = static_cast<std::int8_t>(std::min<int>(next.high, goal - 1));
        }
        entry = next;
        return reached;
    }

    struct Tried {
        bool reached;
        unsigned move;
    };

    Tried try_moves(const rules::Position<R>& p, const BlockFacts& facts, int goal,
                    unsigned first) {
        Candidate moves[81];
        const int count = list(p, facts, first, moves);
        for (int i = 0; i < count; ++i) {
            for (int j = i + 1; j < count; ++j) {
                if (moves[j].order > moves[i].order) std::swap(moves[i], moves[j]);
            }
            const rules::Position<R> child = p.after(moves[i].move);
            BlockFacts next = facts;
            update_facts(next, child, moves[i].move.block());
            if (!visit(child, next, 1 - goal) && finished_) return {true, moves[i].move.value()};
            if (!finished_) break;
        }
        return {false, 127};
    }

    /// Moves that do not lose at once, scored: winning and stopping blocks, and few replies.
    int list(const rules::Position<R>& p, const BlockFacts& facts, unsigned first,
             Candidate* moves) const {
        const rules::Side side = p.side();
        const unsigned deadly = deadly_blocks(p, facts, other(side));
        const unsigned open = 0x1ff & ~p.closed().bits();
        const unsigned opp_completes = facts.completes[index_of(other(side))];
        int count = 0;
        for (const rules::Block block : p.targets()) {
            const bool owned = (p.won(side) | p.won(other(side))).contains(block);
            const unsigned own = p.marks(side).block(block).bits();
            const unsigned opp = p.marks(other(side)).block(block).bits();
            const unsigned wins = owned ? 0 : rules::pattern::kCompletes[own];
            const unsigned stops = owned ? 0 : rules::pattern::kCompletes[opp];
            for (const rules::Cell cell : p.empty_cells(block)) {
                if (deadly != 0 && allows_win(p, deadly, block, cell)) continue;
                const rules::Move move(block, cell);
                const unsigned mark = 1u << cell.index;
                const bool closes = (wins & mark) != 0 && !rules::Traits<R>::kWonStaysOpen;
                const unsigned sent = rules::Traits<R>::destinations(cell).bits() &
                                      (closes ? open & ~(1u << block.index) : open);
                int order = move.value() == first ? 1000 : 0;
                if ((wins & mark) != 0) order += 60;
                if ((stops & mark) != 0) order += 25;
                if (sent == 0) order -= 50;
                for (const rules::Block to : rules::BlockSet(sent)) {
                    order -= 2 * rules::pattern::kCount[p.empty_cells(to).bits()];
                }
                if ((sent & opp_completes) != 0) order -= 25;
                moves[count++] = {move, order};
            }
        }
        return count;
    }

    HugeArray<Entry> table_;
    std::uint64_t nodes_ = 0, limit_ = 0;
    bool finished_ = true;
};

}  // namespace ninefold::search
