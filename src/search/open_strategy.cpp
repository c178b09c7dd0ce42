// SPDX-License-Identifier: MIT
#include "search/open_strategy.h"

#include <array>

#include "rules/symmetry.h"
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

/// The evaluation knows nothing of plans: all leaves count alike (17,000 nodes; weighed by the
/// evaluation 300,000).
constexpr ProofParameters kPlanParameters{
    .endgame_cells = -1, .endgame_nodes = 0, .start = 1, .slope = 0, .share = 0.4, .patience = 1.2};

struct OpenStrategy::Plans {
    using Plan = ProofSearch<rules::Ruleset::kOpen, PlanMoves>;
    struct Kept {
        ProofTable table{16};
        Endgame<rules::Ruleset::kOpen> endgame{1024};
        Plan search;
        explicit Kept(unsigned k)
            : search(table, endgame, {rules::Ruleset::kOpen}, kPlanParameters, PlanMoves{k}) {}
    };
    std::array<std::unique_ptr<Kept>, 2> by_cell;

    Plan& plan(unsigned k) {
        if (!by_cell[k]) by_cell[k] = std::make_unique<Kept>(k);
        return by_cell[k]->search;
    }

    /// Whether the plan wins from here, within a bound that only positions outside it exceed.
    bool wins(const OpenPosition& p, unsigned k, const Interrupt& interrupt) {
        Plan& search = plan(k);
        const std::uint64_t most = search.nodes() + 200'000;
        return search
            .reaches(p, 1, [&](std::uint64_t nodes) { return nodes > most || interrupt(); })
            .value_or(false);
    }
};

namespace {

/// A symmetry that takes cell k to 0 (from a corner) or to 1 (from an edge).
rules::Symmetry to_representative(unsigned k) {
    const unsigned goal = k % 2 == 0 ? 0 : 1;
    for (unsigned s = 0; s < rules::Symmetry::kCount; ++s) {
        if (rules::Symmetry(s).apply_index(k) == goal) return rules::Symmetry(s);
    }
    return rules::Symmetry();
}

/// Where the second part begins, X to move in block k.
OpenPosition second_part(unsigned k) {
    const CellSet others(0x1efu);
    rules::Parts parts;
    parts.o.set_block(kMiddle, others);
    parts.x = centres_of(BlockSet(0x1ffu & ~(1u << k)));
    parts.o_won = BlockSet::of(kMiddle);
    parts.target = Cell{static_cast<std::uint8_t>(k)};
    return OpenPosition::from_parts(parts, rules::TieBreak::kDraw);
}

}  // namespace

OpenStrategy::OpenStrategy() : plans_(std::make_unique<Plans>()) {}
OpenStrategy::~OpenStrategy() = default;

bool OpenStrategy::prepare(const Interrupt& interrupt) {
    return plans_->wins(second_part(0), 0, interrupt) && plans_->wins(second_part(1), 1, interrupt);
}

std::optional<Move> OpenStrategy::move(const OpenPosition& p, const Interrupt& interrupt) {
    if (p.side() != Side::kX || p.is_over()) return std::nullopt;
    if (const auto move = opening_move(p)) return move;
    for (const unsigned k : {0u, 1u, 2u, 3u, 5u, 6u, 7u, 8u}) {
        if (!may_be_second_part(p, k)) continue;
        const rules::Symmetry symmetry = to_representative(k);
        const OpenPosition image = symmetry(p);
        const unsigned cell = symmetry.apply_index(k);
        if (!plans_->wins(image, cell, interrupt)) continue;
        if (const auto move = plans_->plan(cell).proving_move(image, 1)) {
            return symmetry.inverse()(*move);
        }
    }
    return std::nullopt;
}

std::optional<Proof> prove_open_start(const rules::AnyPosition& position, std::stop_token stop) {
    if (position !=
        rules::AnyPosition::start({rules::Ruleset::kOpen, position.rules().tie_break})) {
        return std::nullopt;
    }
    OpenStrategy plan;
    const auto interrupt = [&] { return stop.stop_requested(); };
    if (!plan.prepare(interrupt)) return std::nullopt;
    const auto choose = [&](const rules::AnyPosition& p) {
        return p.visit([&]<rules::Ruleset R>(const rules::Position<R>& at) {
            if constexpr (R == rules::Ruleset::kOpen) return plan.move(at, interrupt);
            else return std::optional<Move>();
        });
    };
    auto strategy = build_strategy(position, Side::kX, 1, choose);
    if (!strategy) return std::nullopt;
    return Proof{position, 1, {std::move(*strategy)}};
}

}  // namespace ninefold::search
