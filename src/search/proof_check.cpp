// SPDX-License-Identifier: MIT
#include "search/proof.h"

#include <algorithm>
#include <unordered_set>

#include "base/try.h"
#include "rules/move_text.h"
#include "rules/position_text.h"

namespace ninefold::search {

namespace {

using base::fail;
using base::Result;

template <rules::Ruleset R>
class Walk {
public:
    /// Adds what it goes through to `total`.
    Walk(const Strategy& strategy, ProofCheck& total) : strategy_(strategy), total_(total) {}

    Result<void> check(const rules::Position<R>& p) {
        TRY(visit(p, 0));
        total_.positions += seen_.size();
        // Moves that the walk never asked for mean that the file is not what it says.
        if (next_ == strategy_.moves.size()) return {};
        return fail("the strategy has {} moves, of which only {} are needed",
                    strategy_.moves.size(), next_);
    }

private:
    Result<void> visit(const rules::Position<R>& p, int plies) {
        total_.longest = std::max(total_.longest, plies);
        if (p.is_over()) return end(p);
        if (!seen_.insert(p).second) return {};
        if (p.side() == strategy_.side) return follow(p, plies);
        for (const rules::Move move : p.legal_moves()) {
            TRY(visit(p.after(move), plies + 1));
        }
        return {};
    }

    Result<void> end(const rules::Position<R>& p) const {
        const int points = p.outcome().points(strategy_.side);
        if (points >= strategy_.goal) return {};
        return fail("a game ends with {} instead of {}: {}", points, strategy_.goal,
                    rules::to_text(rules::AnyPosition(p)));
    }

    Result<void> follow(const rules::Position<R>& p, int plies) {
        if (next_ == strategy_.moves.size()) {
            return fail("the strategy ends after {} moves, but {} needs one more", next_,
                        rules::to_text(rules::AnyPosition(p)));
        }
        const rules::Move move = strategy_.moves[next_++];
        if (move.value() >= rules::Move::kCount || !p.is_legal(move)) {
            return fail("move {} of the strategy is illegal in {}", next_,
                        rules::to_text(rules::AnyPosition(p)));
        }
        return visit(p.after(move), plies + 1);
    }

    struct Hash {
        std::size_t operator()(const rules::Position<R>& p) const { return p.hash(); }
    };

    const Strategy& strategy_;
    std::size_t next_ = 0;
    std::unordered_set<rules::Position<R>, Hash> seen_;
    ProofCheck& total_;
};

/// Whether the strategies, if they hold, imply the result.
bool implies(const Proof& proof) {
    const rules::Side mover = proof.position.side();
    const auto has = [&](rules::Side side, int goal) {
        return std::any_of(proof.strategies.begin(), proof.strategies.end(),
                           [=](const Strategy& s) { return s.side == side && s.goal >= goal; });
    };
    if (proof.result == 1) return has(mover, 1);
    if (proof.result == -1) return has(other(mover), 1);
    return has(mover, 0) && has(other(mover), 0);
}

}  // namespace

Result<ProofCheck> check_proof(const Proof& proof) {
    if (!implies(proof)) return fail("the strategies do not imply the claimed result");
    ProofCheck total;
    for (const Strategy& strategy : proof.strategies) {
        TRY(proof.position.visit([&]<rules::Ruleset R>(const rules::Position<R>& p) {
            return Walk<R>(strategy, total).check(p);
        }));
    }
    return total;
}

}  // namespace ninefold::search
