// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>

#include "search/open_strategy.h"
#include "search/solver.h"

namespace ninefold::search {

/// What is known for certain of a position before any search.
struct Advice {
    int result = 0;    ///< for the mover: -1, 0, 1
    rules::Move move;  ///< keeps the result
    int longest = 0;   ///< the game ends within this number of plies
};

/// Asks the exact solver and the stored win under `open` before the search begins. Decides by the
/// size of the position whether a question is worth its cost. Its table lasts for a game.
class Advisor {
public:
    explicit Advisor(std::size_t table_mb) : table_mb_(table_mb) {}

    std::optional<Advice> advise(const rules::AnyPosition& position, const SolveLimits& limits);
    /// Whether a move keeps a result that is known; false also when that cannot be said cheaply or
    /// in time.
    bool keeps(const rules::AnyPosition& position, rules::Move move, int result,
               SolveLimits limits);
    void clear();
    /// Makes the tables and plans that questions under these rules will need.
    void prepare(rules::Rules rules);
    /// Spent by the last question.
    std::uint64_t nodes() const { return nodes_; }

private:
    std::optional<rules::Move> stored_win(const rules::AnyPosition& position,
                                          const SolveLimits& limits);
    Solver& solver();

    std::size_t table_mb_;
    std::unique_ptr<Solver> solver_;  ///< made when first needed
    std::unique_ptr<OpenStrategy> open_;
    std::uint64_t nodes_ = 0;
};

}  // namespace ninefold::search
