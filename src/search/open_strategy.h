// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

#include "search/proof.h"

namespace ninefold::search {

/// X's forced win under `open` rules (arXiv 2006.02353 proves that there is one). X opens in the
/// centre of block 4 and answers every move in the centre of the block it is sent to, which sends O
/// back to block 4, until O's eighth mark there fills it at some cell k. From then on X plays only
/// in the cells k and 8-k and where it wins a block; a proof search over those moves, and over all
/// of O's, finds the win in some 17,000 nodes and is remembered. By symmetry k is taken to be 0 or
/// 1. One thread at a time.
class OpenStrategy {
public:
    OpenStrategy();
    ~OpenStrategy();

    /// Asked now and then; true ends the work, which a later call resumes.
    using Interrupt = std::function<bool()>;

    /// X's move, where the plan is known to win from here; nothing in any other position, or when
    /// interrupted before the plan was proved.
    std::optional<rules::Move> move(const rules::OpenPosition& p, const Interrupt& interrupt);
    /// Proves the second part ahead of its time; true once that is done.
    bool prepare(const Interrupt& interrupt);

private:
    struct Plans;
    std::unique_ptr<Plans> plans_;
};

/// The proof of the start under `open` rules by that plan; no search would finish. Nothing for any
/// other position, or when stopped before.
std::optional<Proof> prove_open_start(const rules::AnyPosition& position, std::stop_token stop);

}  // namespace ninefold::search
