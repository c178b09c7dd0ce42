// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>

#include "search/block_facts.h"
#include "search/value.h"

namespace ninefold::search {

/// What the search asks of an evaluation; the search is compiled once for each, so nothing here is
/// virtual. A State is what is worth keeping from ply to ply; `advance` makes the state after a
/// move from the state before it and may leave work for `score`, which comes at most once a node
/// and only where the search needs a value. `score` is in the mover's view, in kLogit units, and
/// within ±kMaxEval. It is never asked about a finished game or a win in one move.
///
/// An object serves one thread; what it reads may be shared.
template <typename E, rules::Ruleset R>
concept Evaluator = std::copyable<typename E::State> &&
    requires(E e, typename E::State& next, const typename E::State& last,
             const rules::Position<R>& p, rules::Move move, const BlockFacts& facts) {
    { e.refresh(p) } -> std::same_as<typename E::State>;
    {e.advance(next, last, move, p)};
    { e.score(last, p, facts) } -> std::convertible_to<Value>;
};

}  // namespace ninefold::search
