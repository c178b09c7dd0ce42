// SPDX-License-Identifier: MIT
#include "search/solver.h"

#include <chrono>
#include <tuple>

#include "base/try.h"
#include "search/proof_search.h"

namespace ninefold::search {

namespace {

using Clock = std::chrono::steady_clock;

template <rules::Ruleset R>
using EndgamePointer = std::unique_ptr<Endgame<R>>;

class ProofSolver final : public Solver {
public:
    ProofSolver(std::size_t mebibytes, const std::optional<ProofParameters>& parameters)
        : parameters_(parameters),
          table_(mebibytes - mebibytes / 4),
          endgame_entries_(mebibytes / 4 * 65536) {}

    SolveResult solve(const rules::AnyPosition& position, const SolveLimits& limits) override {
        SolveResult result;
        if (position.is_over()) {
            result.result = position.outcome().points(position.side());
            result.low = result.high = *result.result;
            return result;
        }
        position.visit([&](const auto& p) { solve_in(p, limits, result); });
        return result;
    }

    std::optional<bool> reaches(const rules::AnyPosition& position, int goal,
                                const SolveLimits& limits) override {
        return position.visit([&](const auto& p) {
            auto search = search_for(p);
            return search.reaches(p, goal, interrupt(limits, Clock::now(), search.nodes()));
        });
    }

    std::optional<rules::Move> keeping_move(const rules::AnyPosition& position, int goal,
                                            const SolveLimits& limits) override {
        return position.visit([&](const auto& p) {
            auto search = search_for(p);
            return keep(search, p, goal, interrupt(limits, Clock::now(), search.nodes()));
        });
    }

    void clear() override {
        table_.clear();
        std::apply([](auto&... endgame) { (endgame.reset(), ...); }, endgames_);
    }

private:
    template <rules::Ruleset R>
    ProofSearch<R> search_for(const rules::Position<R>& p) {
        auto& endgame = std::get<EndgamePointer<R>>(endgames_);
        if (!endgame) endgame = std::make_unique<Endgame<R>>(endgame_entries_);
        return ProofSearch<R>(table_, *endgame, p.rules(),
                              parameters_.value_or(ProofParameters::measured(p.rules())));
    }

    static std::function<bool(std::uint64_t)> interrupt(const SolveLimits& limits,
                                                        Clock::time_point begin,
                                                        std::uint64_t already) {
        return [&limits, begin, already](std::uint64_t nodes) {
            return limits.stop.stop_requested() ||
                   (limits.nodes && nodes - already >= *limits.nodes) ||
                   (limits.time && Clock::now() - begin >= *limits.time);
        };
    }

    /// Asks first the question that the evaluation thinks will be answered with yes.
    template <rules::Ruleset R>
    void solve_in(const rules::Position<R>& p, const SolveLimits& limits, SolveResult& result) {
        const auto begin = Clock::now();
        auto search = search_for(p);
        const std::uint64_t already = search.nodes();
        const auto stop = interrupt(limits, begin, already);
        HandEvaluator<R> evaluator(p.rules());
        const Value value = evaluator.score(evaluator.refresh(p), p, facts_of(p));
        for (const int goal : value >= 0 ? std::array{1, 0} : std::array{0, 1}) {
            if (goal == 1 && result.high < 1) continue;
            if (goal == 0 && result.low >= 0) continue;
            const auto yes = search.reaches(p, goal, stop);
            if (!yes) continue;
            if (*yes) result.low = std::max(result.low, goal);
            if (!*yes) result.high = std::min(result.high, goal - 1);
        }
        if (result.low == result.high) result.result = result.low;
        if (result.low > -1) result.move = keep(search, p, result.low, stop);
        if (!result.move && result.result) result.move = *p.legal_moves().begin();
        result.nodes = search.nodes() - already;
        result.time = Clock::now() - begin;
    }

    /// From the table, or by asking again for the children where the table forgot.
    template <rules::Ruleset R, typename Interrupt>
    static std::optional<rules::Move> keep(ProofSearch<R>& search, const rules::Position<R>& p,
                                           int goal, const Interrupt& stop) {
        if (const auto move = search.proving_move(p, goal)) return move;
        for (const rules::Move move : p.legal_moves()) {
            const auto refuted = search.reaches(p.after(move), 1 - goal, stop);
            if (refuted && !*refuted) return move;
        }
        return std::nullopt;
    }

    std::optional<ProofParameters> parameters_;
    ProofTable table_;
    std::size_t endgame_entries_;
    rules::EachRuleset<std::tuple, EndgamePointer> endgames_;
};

}  // namespace

ProofParameters ProofParameters::measured(rules::Rules rules) {
    // Only under standard rules are draws so common that they want leaves told apart more sharply.
    if (rules == rules::Rules{rules::Ruleset::kStandard, rules::TieBreak::kDraw}) return {};
    return {.slope = 0.8, .share = 0.6, .patience = 1.4};
}

std::unique_ptr<Solver> make_solver(std::size_t table_mb,
                                    const std::optional<ProofParameters>& parameters) {
    return std::make_unique<ProofSolver>(std::clamp<std::size_t>(table_mb, 4, 65536), parameters);
}

base::Result<Proof> prove(Solver& solver, const rules::AnyPosition& position,
                          const SolveLimits& limits) {
    const SolveResult solved = solver.solve(position, limits);
    if (!solved.result) {
        return base::fail("not solved within the limits: the result lies between {} and {}",
                          solved.low, solved.high);
    }
    Proof proof{position, *solved.result, {}};
    const rules::Side mover = position.side();
    const auto add = [&](rules::Side side, int goal) -> base::Result<void> {
        const Chooser choose = [&](const rules::AnyPosition& p) {
            return solver.keeping_move(p, goal, limits);
        };
        proof.strategies.push_back(TRY(build_strategy(position, side, goal, choose)));
        return {};
    };
    if (*solved.result >= 0) {
        TRY(add(mover, *solved.result));
    }
    if (*solved.result <= 0) {
        TRY(add(other(mover), -*solved.result));
    }
    return proof;
}

int playable_cells(const rules::AnyPosition& p) {
    if (p.is_over()) return 0;
    const rules::BoardSet marks = p.marks(rules::Side::kX) | p.marks(rules::Side::kO);
    return (~marks & rules::BoardSet::covering(~p.closed())).size();
}

}  // namespace ninefold::search
