// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "rules/any_position.h"
#include "search/value.h"

namespace ninefold::net {
class Network;
}

namespace ninefold::search {

/// What a sampled search led to; values are in the view of their position's mover.
struct SampledAnswer {
    rules::Move move;
    Value value = 0;
    /// Some of the positions that the network was asked about, all different, with what it said.
    std::vector<std::pair<rules::AnyPosition, Value>> evaluated;
};

/// The engine's search as a source of training positions: one thread, a network, no solver, and a
/// sample kept of what was evaluated. It is compiled apart from the engine, which pays nothing for
/// it. The same questions in the same order after new_game give the same answers. One thread.
class SamplingSearch {
public:
    virtual ~SamplingSearch() = default;

    /// Precondition: the game is not over, and its rules are those of the network. At most `most`
    /// positions are kept; another salt chooses others.
    virtual SampledAnswer think(const rules::AnyPosition& position, std::uint64_t nodes,
                                std::size_t most, std::uint64_t salt) = 0;
    /// Forgets the table and all that was learnt.
    virtual void new_game() = 0;
};

std::unique_ptr<SamplingSearch> make_sampling_search(std::shared_ptr<const net::Network> network);

}  // namespace ninefold::search
