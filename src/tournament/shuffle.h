// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <utility>

#include "base/rng.h"

namespace ninefold::tournament {

/// Fisher and Yates's shuffle. Unlike std::shuffle it gives the same order with every library.
template <typename T>
void shuffle(std::span<T> items, base::Rng& rng) {
    for (std::size_t i = items.size(); i > 1; --i) {
        std::swap(items[i - 1], items[rng.below(static_cast<std::uint32_t>(i))]);
    }
}

}  // namespace ninefold::tournament
