// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "protocol/limits.h"
#include "rules/any_position.h"
#include "search/proof.h"

namespace ninefold::search {

/// What the exact solver may use up. Nothing set: it runs until it knows.
struct SolveLimits {
    std::optional<std::uint64_t> nodes{};
    std::optional<protocol::Duration> time{};
    std::stop_token stop{};
};

/// What it found, in the mover's view: -1 loss, 0 draw, 1 win. When it ran out of its limits,
/// `result` is empty and `low`..`high` is what remains possible.
struct SolveResult {
    std::optional<int> result;
    int low = -1, high = 1;
    std::optional<rules::Move> move;  ///< one that keeps the result
    std::uint64_t nodes = 0;
    protocol::Duration time{0};
};

/// The exact solver of late positions, under all rules. Keeps its table between questions, so that
/// the next position of a game is solved faster. One question at a time.
class Solver {
public:
    virtual ~Solver() = default;
    virtual SolveResult solve(const rules::AnyPosition& position, const SolveLimits& limits) = 0;
    /// Whether the mover gets at least `goal` (0 or 1): the cheaper half of solve.
    virtual std::optional<bool> reaches(const rules::AnyPosition& position, int goal,
                                        const SolveLimits& limits) = 0;
    /// A move after which the mover still gets `goal`. Precondition: `reaches` said yes.
    virtual std::optional<rules::Move> keeping_move(const rules::AnyPosition& position, int goal,
                                                    const SolveLimits& limits) = 0;
    virtual void clear() = 0;
};

/// Numbers of the proof search; see docs/engine.md for what they were measured against.
struct ProofParameters {
    int endgame_cells = 11;  ///< from here on plain alpha-beta finishes a leaf
    std::uint64_t endgame_nodes = 300;
    double start = 48;      ///< proof number of an even leaf
    double slope = 1.2;     ///< how strongly the evaluation bends it
    double share = 0.4;     ///< of the easier children in the sum: they share work
    double patience = 1.2;  ///< a child is left once this much harder than the second

    /// The best of those measured under these rules.
    static ProofParameters measured(rules::Rules rules);
};

/// Without parameters of its own a solver takes those measured for the rules of each question.
std::unique_ptr<Solver> make_solver(std::size_t table_mb = 64,
                                    const std::optional<ProofParameters>& parameters = {});

/// Solves the position and writes the strategies that prove the result down. Fails when the limits
/// run out, with what is known by then.
base::Result<Proof> prove(Solver& solver, const rules::AnyPosition& position,
                          const SolveLimits& limits);

/// Empty cells of blocks that still take marks: what the cost of solving grows with.
int playable_cells(const rules::AnyPosition& position);

}  // namespace ninefold::search
