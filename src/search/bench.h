// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "protocol/limits.h"
#include "rules/any_position.h"

namespace ninefold::search {

/// The fixed positions of the bench: each choice of rules at several stages of the game, reached by
/// seeded random play.
std::vector<rules::AnyPosition> bench_positions();

/// What the bench measured. The count of nodes is the search's signature: it changes with anything
/// that changes what the search does, and with nothing else.
struct BenchResult {
    std::uint64_t nodes = 0;
    protocol::Duration time{0};

    std::uint64_t nodes_per_second() const;
};

/// Searches the bench positions one after another to a fixed depth, in one thread with a fresh
/// table. `on_position(done, all)` reports progress and may be empty.
BenchResult run_bench(int depth = 11, const std::function<void(int, int)>& on_position = {});

}  // namespace ninefold::search
