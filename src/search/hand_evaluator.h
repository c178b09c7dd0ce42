// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "search/block_facts.h"
#include "search/hand_tables.h"
#include "search/value.h"

namespace ninefold::search {

/// The hand-made evaluation: fitted tables over block patterns, over lines of blocks and over the
/// block the mover is sent to. Reads shared tables; one object serves one thread.
template <rules::Ruleset R>
class HandEvaluator {
public:
    /// What is kept from ply to ply: the sum of values and lines, in X's view, and what it was
    /// made of.
    struct State {
        std::int32_t sum = 0;
        std::array<std::uint8_t, 9> kinds{};
        std::array<std::uint16_t, 9> codes{};
    };

    explicit HandEvaluator(rules::Rules rules) : tables_(&HandTables::of(rules)) {}

    State refresh(const rules::Position<R>& p) const {
        State state;
        for (const rules::Block block : rules::BlockSet::all()) {
            const unsigned b = block.index;
            const unsigned code = HandLayout::code_of(p, block, rules::Side::kX);
            state.codes[b] = static_cast<std::uint16_t>(code);
            state.kinds[b] = tables_->entry(b, code).kind;
            state.sum += tables_->entry(b, code).value;
        }
        for (const auto& line : HandLayout::kLines) state.sum += line_value(line, state.kinds);
        return state;
    }

    /// The state after `move`, which led to `after`.
    void advance(State& next, const State& last, rules::Move move,
                 const rules::Position<R>& after) const {
        next = last;
        const unsigned b = move.block().index;
        const unsigned code = HandLayout::code_of(after, move.block(), rules::Side::kX);
        const HandTables::Entry& now = tables_->entry(b, code);
        next.codes[b] = static_cast<std::uint16_t>(code);
        next.sum += now.value - tables_->entry(b, last.codes[b]).value;
        if (now.kind == last.kinds[b]) return;
        next.sum -= lines_through(b, next.kinds);
        next.kinds[b] = now.kind;
        next.sum += lines_through(b, next.kinds);
    }

    /// In the mover's view.
    Value score(const State& state, const rules::Position<R>& p, const BlockFacts& facts) const {
        const bool x_moves = p.side() == rules::Side::kX;
        Value value = (x_moves ? state.sum : -state.sum) + tables_->tempo();
        value += p.target_cell() ? target_value(p, state) : free_value(p, facts);
        return std::clamp(value, -kMaxEval, kMaxEval);
    }

private:
    /// Indices of the lines through each block; a block of an edge has two, a corner three.
    static constexpr std::uint8_t kNoLine = 255;
    static constexpr std::array<std::array<std::uint8_t, 5>, 9> kThrough = [] {
        std::array<std::array<std::uint8_t, 5>, 9> table{};
        for (unsigned b = 0; b < 9; ++b) {
            unsigned n = 0;
            table[b].fill(kNoLine);
            for (unsigned i = 0; i < 8; ++i) {
                if ((rules::kLines[i] >> b & 1u) != 0) table[b][n++] = static_cast<std::uint8_t>(i);
            }
        }
        return table;
    }();

    int lines_through(unsigned b, const std::array<std::uint8_t, 9>& kinds) const {
        int sum = 0;
        for (const std::uint8_t index : kThrough[b]) {
            if (index == kNoLine) break;
            sum += line_value(HandLayout::kLines[index], kinds);
        }
        return sum;
    }

    int line_value(const HandLayout::Line& line, const std::array<std::uint8_t, 9>& kinds) const {
        return tables_->line(line.kind,
                             HandLayout::triple(kinds[line.blocks[0]], kinds[line.blocks[1]],
                                                kinds[line.blocks[2]]));
    }

    Value target_value(const rules::Position<R>& p, const State& state) const {
        const rules::Side side = p.side();
        const unsigned own = rules::pattern::kCompletes[p.won(side).bits()];
        const unsigned opp = rules::pattern::kCompletes[p.won(other(side)).bits()];
        Value value = 0;
        for (const rules::Block block : p.targets()) {
            const unsigned b = block.index;
            const unsigned kind =
                side == rules::Side::kX ? state.kinds[b] : HandLayout::mirror_class(state.kinds[b]);
            value += tables_->target(b, HandLayout::code_of(p, block, side)) +
                     tables_->critical((own >> b & 1u) * 2 + (opp >> b & 1u), kind);
        }
        return value;
    }

    Value free_value(const rules::Position<R>& p, const BlockFacts& facts) const {
        const unsigned side = index_of(p.side());
        const unsigned open = 0x1ff & ~p.closed().bits();
        return tables_->free_move(
            HandLayout::free_state(rules::pattern::kCount[open],
                                   rules::pattern::kCount[facts.completes[side]],
                                   rules::pattern::kCount[facts.completes[1 - side]]));
    }

    const HandTables* tables_;
};

}  // namespace ninefold::search
