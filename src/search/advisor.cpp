// SPDX-License-Identifier: MIT
#include "search/advisor.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace ninefold::search {

namespace {

using Clock = std::chrono::steady_clock;

/// Longest game of the stored win, counted by the proof checker.
constexpr int kLongestOpenWin = 43;

/// Playable cells up to which a question of this cost is likely to be answered: fitted to the
/// measured curve, 34 in 20 ms and some 1.5 more with every doubling.
int worth_asking(const SolveLimits& limits) {
    constexpr double kNodesPerSecond = 600'000;
    double seconds = 1.0;
    if (limits.nodes) seconds = static_cast<double>(*limits.nodes) / kNodesPerSecond;
    if (limits.time)
        seconds = std::min(seconds, std::chrono::duration<double>(*limits.time).count());
    if (seconds < 1e-4) return 0;
    return std::clamp(34 + static_cast<int>(std::floor(1.5 * std::log2(seconds / 0.02))), 0, 48);
}

}  // namespace

Solver& Advisor::solver() {
    if (!solver_) solver_ = make_solver(table_mb_);
    return *solver_;
}

void Advisor::clear() {
    if (solver_) solver_->clear();
}

void Advisor::prepare(rules::Rules rules) {
    // A question too short to be answered leaves everything in place that an answer needs.
    (void)solver().solve(rules::AnyPosition::start(rules), {.nodes = 64});
    if (rules.ruleset != rules::Ruleset::kOpen) return;
    if (!open_) open_ = std::make_unique<OpenStrategy>();
    open_->prepare([] { return false; });
}

std::optional<rules::Move> Advisor::stored_win(const rules::AnyPosition& position,
                                               const SolveLimits& limits) {
    if (position.rules().ruleset != rules::Ruleset::kOpen) return std::nullopt;
    if (!open_) open_ = std::make_unique<OpenStrategy>();
    const auto begin = Clock::now();
    const auto late = [&] {
        return limits.stop.stop_requested() ||
               (limits.time && Clock::now() - begin >= *limits.time);
    };
    return position.visit([&](const auto& p) -> std::optional<rules::Move> {
        if constexpr (std::decay_t<decltype(p)>::kRuleset == rules::Ruleset::kOpen) {
            const auto move = open_->move(p, late);
            if (move) open_->prepare(late);
            return move;
        }
        return std::nullopt;
    });
}

std::optional<Advice> Advisor::advise(const rules::AnyPosition& position,
                                      const SolveLimits& limits) {
    nodes_ = 0;
    if (const auto move = stored_win(position, limits)) {
        return Advice{1, *move, std::max(1, kLongestOpenWin - position.ply())};
    }
    const int cells = playable_cells(position);
    if (cells > worth_asking(limits)) return std::nullopt;
    const SolveResult solved = solver().solve(position, limits);
    nodes_ = solved.nodes;
    if (!solved.result || !solved.move) return std::nullopt;
    return Advice{*solved.result, *solved.move, cells};
}

bool Advisor::keeps(const rules::AnyPosition& position, rules::Move move, int result,
                    SolveLimits limits) {
    if (result < 0) return true;
    const auto child = position.after(move);
    if (child.is_over()) return child.outcome().points(position.side()) >= result;
    limits.nodes = 20'000;
    return solver().reaches(child, 1 - result, limits) == false;
}

}  // namespace ninefold::search
