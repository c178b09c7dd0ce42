// SPDX-License-Identifier: MIT
#include "arena/adjudicate.h"

#include <algorithm>
#include <cmath>

#include "rules/move_text.h"
#include "search/solver.h"

namespace ninefold::arena {

namespace {

using rules::Side;

/// The result for X that the mover was sure of: 1, 0.5 or 0.
std::optional<double> sure_of(const record::Ply& ply, double sure) {
    if (!ply.eval) return std::nullopt;
    if (*ply.eval >= sure) return 1.0;
    if (*ply.eval <= 1 - sure) return 0.0;
    if (std::abs(*ply.eval - 0.5) <= 1 - sure) return 0.5;
    return std::nullopt;
}

/// What the movers, one after the other, were sure of for the last `plies` of each.
std::optional<double> agreed_result(const Adjudication& rule, const record::GameRecord& record) {
    const std::size_t needed = 2 * static_cast<std::size_t>(rule.plies);
    if (record.plies.empty() || record.plies.size() < needed) return std::nullopt;
    const auto result = sure_of(record.plies.back(), rule.agreement);
    if (!result) return std::nullopt;
    const bool agreed =
        std::all_of(record.plies.end() - static_cast<std::ptrdiff_t>(needed), record.plies.end(),
                    [&](const record::Ply& ply) { return sure_of(ply, rule.agreement) == result; });
    return agreed ? result : std::nullopt;
}

}  // namespace

Prover::Prover(const ProofBudget& budget)
    : budget_(budget), solver_(search::make_solver(budget.table_mb)) {}
Prover::~Prover() = default;

std::optional<ProvenResult> Prover::prove(const rules::AnyPosition& position) {
    if (search::playable_cells(position) > budget_.cells) return std::nullopt;
    search::SolveLimits limits;
    limits.nodes = budget_.nodes;
    const auto result = solver_->solve(position, limits).result;
    if (!result) return std::nullopt;
    if (*result == 0) return ProvenResult{};
    return ProvenResult{*result > 0 ? position.side() : rules::other(position.side())};
}

std::optional<EarlyEnd> adjudicate(const Adjudication& rule, Prover* prover,
                                   const record::GameRecord& record,
                                   const rules::AnyPosition& position) {
    const int moves = record::move_number(static_cast<int>(record.plies.size()));
    const auto proven = prover != nullptr ? prover->prove(position) : std::nullopt;
    if (proven) {
        return EarlyEnd{proven->winner, proven->winner
                                            ? fmt::format("{} wins by proof after move {}",
                                                          rules::to_capital(*proven->winner), moves)
                                            : fmt::format("a draw by proof after move {}", moves)};
    }
    const auto result = by_agreement(rule.how) ? agreed_result(rule, record) : std::nullopt;
    if (!result) return std::nullopt;
    std::optional<Side> winner;
    if (*result != 0.5) winner = *result == 1.0 ? Side::kX : Side::kO;
    return EarlyEnd{winner,
                    fmt::format("both bots were sure of {} for {} moves each, up to move {}",
                                winner ? fmt::format("{}'s win", rules::to_capital(*winner))
                                       : "a draw",
                                rule.plies, moves)};
}

}  // namespace ninefold::arena
