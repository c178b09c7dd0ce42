// SPDX-License-Identifier: MIT
#include "arena/prover.h"

#include "search/solver.h"

namespace ninefold::arena {

Prover::Prover(const ProofBudget& budget)
    : budget_(budget), solver_(search::make_solver(budget.table_mb)) {}
Prover::~Prover() = default;

void Prover::new_game() { solver_->clear(); }

std::optional<ProvenResult> Prover::prove(const rules::AnyPosition& position) {
    if (search::playable_cells(position) > budget_.cells) return std::nullopt;
    search::SolveLimits limits;
    limits.nodes = budget_.nodes;
    const auto result = solver_->solve(position, limits).result;
    if (!result) return std::nullopt;
    if (*result == 0) return ProvenResult{};
    return ProvenResult{*result > 0 ? position.side() : rules::other(position.side())};
}

}  // namespace ninefold::arena
