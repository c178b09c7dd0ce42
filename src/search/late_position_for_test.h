// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "base/rng.h"
#include "search/solver.h"

namespace ninefold::search {

/// A position of random play with at most `cells` playable cells, not over.
inline rules::AnyPosition late_position(rules::Rules rules, int cells, std::uint64_t seed) {
    base::Rng rng(seed);
    while (true) {
        auto p = rules::AnyPosition::start(rules);
        while (!p.is_over()) {
            if (playable_cells(p) <= cells) return p;
            const auto legal = p.legal_moves();
            p = p.after(legal.nth(rng.below(static_cast<unsigned>(legal.size()))));
        }
    }
}

}  // namespace ninefold::search
