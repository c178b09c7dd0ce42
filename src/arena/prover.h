// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "rules/any_position.h"

namespace ninefold::search {
class Solver;
}

namespace ninefold::arena {

/// What a referee may spend on finding out how a game must end. Nodes rather than time, so that the
/// same game is ended at the same move on every machine; some 20 ms at the most.
struct ProofBudget {
    int cells = 36;  ///< positions with more empty cells in open blocks are not tried
    std::uint64_t nodes = 20'000;
    std::size_t table_mb = 4;
    bool operator==(const ProofBudget&) const = default;
};

/// How a game ends with best play of both.
struct ProvenResult {
    std::optional<rules::Side> winner;  ///< nothing: a draw
};

/// Proves how a game must end, with the exact solver. One thread at a time.
class Prover {
public:
    explicit Prover(const ProofBudget& budget = {});
    ~Prover();

    /// Forgets earlier games, so that what is proved does not depend on them.
    void new_game();
    /// Nothing where the budget does not suffice. Precondition: the game is not over.
    std::optional<ProvenResult> prove(const rules::AnyPosition& position);

private:
    ProofBudget budget_;
    std::unique_ptr<search::Solver> solver_;
};

}  // namespace ninefold::arena
