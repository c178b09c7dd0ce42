// SPDX-License-Identifier: MIT
#include "search/open_strategy.h"

#include <array>

#include "search/proof_search.h"

namespace ninefold::search {

namespace {

using rules::Block;
using rules::BlockSet;
using rules::BoardSet;
using rules::Cell;
using rules::CellSet;
using rules::Move;
using rules::OpenPosition;
using rules::Side;

constexpr Block kMiddle{4};
constexpr Cell kCentre{4};

BoardSet centres_of(BlockSet blocks) {
    BoardSet set;
    for (const Block block : blocks) set = set | BoardSet::of(block, kCentre);
    return set;
}

/// The first part: O has only ever played in block 4, X in the centre of each block it was sent to.
/// Returns X's answer while block 4 has room.
std::optional<Move> opening_move(const OpenPosition& p) {
    if (p.ply() == 0) return Move(kMiddle, kCentre);
    const BoardSet o = p.marks(Side::kO);
    const CellSet sent = o.block(kMiddle);
    const auto target = p.target_cell();
    if (!target || o.size() != sent.size() || !sent.contains(*target)) return std::nullopt;
    const BlockSet answered(sent.bits() & ~(1u << target->index));
    if (p.marks(Side::kX) != centres_of(answered | BlockSet::of(kMiddle))) return std::nullopt;
    if (sent.size() == 8) return std::nullopt;
    return Move(Block{target->index}, kCentre);
}

/// Whether the second part may be under way with this k: block 4 is full, and X has the centres of
/// all blocks but perhaps k's.
bool may_be_second_part(const OpenPosition& p, unsigned k) {
    const BlockSet others(0x1ffu & ~(1u << k));
    const BoardSet needed = centres_of(others);
    return p.closed().contains(kMiddle) && (p.marks(Side::kX) & needed) == needed;
}

}  // namespace

/// X's choice in the second part.
struct PlanMoves {
    unsigned k = 0;
    bool operator()(const OpenPosition& p, Move move) const {
        if (p.side() == Side::kO) return true;
        const unsigned cell = move.cell().index;
        if (cell == k || cell == 8 - k) return true;
        const Block block = move.block();
        const CellSet own = p.marks(Side::kX).block(block) | CellSet::of(move.cell());
        return rules::pattern::kHasLine[own.bits()] &&
               !(p.won(Side::kX) | p.won(Side::kO)).contains(block);
    }
};

struct OpenStrategy::Plans {
    using Plan = ProofSearch<rules::Ruleset::kOpen, PlanMoves>;
    struct Kept {
        ProofTable table{16};
        Endgame<rules::Ruleset::kOpen> endgame{1024};
        Plan search;
        explicit Kept(unsigned k)
            : search(table, endgame, {rules::Ruleset::kOpen},
                     {.endgame_cells = -1, .endgame_nodes = 0}, PlanMoves{k}) {}
    };
    std::array<std::unique_ptr<Kept>, 9> by_cell;

    Plan& plan(unsigned k) {
        if (!by_cell[k]) by_cell[k] = std::make_unique<Kept>(k);
        return by_cell[k]->search;
    }
};

OpenStrategy::OpenStrategy() : plans_(std::make_unique<Plans>()) {}
OpenStrategy::~OpenStrategy() = default;

std::optional<Move> OpenStrategy::move(const OpenPosition& p) {
    if (p.side() != Side::kX || p.is_over()) return std::nullopt;
    if (const auto move = opening_move(p)) return move;
    for (const unsigned k : {0u, 1u, 2u, 3u, 5u, 6u, 7u, 8u}) {
        if (!may_be_second_part(p, k)) continue;
        auto& plan = plans_->plan(k);
        // The proofs take some 60,000 nodes; a position that is not of the plan may take for ever.
        const std::uint64_t most = plan.nodes() + 400'000;
        const auto wins = plan.reaches(p, 1, [most](std::uint64_t nodes) { return nodes > most; });
        if (!wins || !*wins) continue;
        if (const auto move = plan.proving_move(p, 1)) return move;
    }
    return std::nullopt;
}

}  // namespace ninefold::search
