// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <memory>

#include "net/evaluate.h"
#include "search/block_facts.h"
#include "search/value.h"

namespace ninefold::search {

/// The network as the search sees it: rows summed from ply to ply, the head where a value is
/// needed. The network is shared and only read; one object serves one thread.
template <rules::Ruleset R>
class NetEvaluator {
public:
    using State = net::Accumulator;

    explicit NetEvaluator(std::shared_ptr<const net::Network> network)
        : network_(std::move(network)) {}

    State refresh(const rules::Position<R>& p) const {
        State state;
        state.refresh(*network_, p);
        return state;
    }
    void advance(State& next, const State& last, rules::Move move,
                 const rules::Position<R>& after) const {
        next.update(*network_, last, move, after);
    }
    /// In the mover's view.
    Value score(const State& state, const rules::Position<R>& p, const BlockFacts&) const {
        static_assert(net::Shape::kUnit == kLogit);
        return std::clamp(net::evaluate(*network_, state, p), -kMaxEval, kMaxEval);
    }

private:
    std::shared_ptr<const net::Network> network_;
};

/// The network that the program carries for these rules, made on first use; nothing where the
/// browser has not fetched it. Safe to call from any thread.
std::shared_ptr<const net::Network> builtin_net(rules::Rules rules);

}  // namespace ninefold::search
