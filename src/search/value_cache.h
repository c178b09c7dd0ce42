// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "search/value.h"

namespace ninefold::search {

/// Static values of recent positions, one to a slot and in the mover's view. Small enough to
/// stay near the processor: from memory a value would come as slowly as from the evaluation. One a
/// thread.
///
///     slot bits   0..15  value   16..63  hash
class ValueCache {
public:
    void clear() { slots_.fill(0); }

    std::optional<Value> find(std::uint64_t hash) const {
        const std::uint64_t slot = slots_[hash % kSize];
        if (((slot ^ hash) & ~kValueBits) != 0) return std::nullopt;
        return static_cast<std::int16_t>(static_cast<std::uint16_t>(slot));
    }
    void store(std::uint64_t hash, Value value) {
        slots_[hash % kSize] =
            (hash & ~kValueBits) | static_cast<std::uint16_t>(static_cast<std::int16_t>(value));
    }

private:
    static constexpr std::uint64_t kValueBits = 0xffff;
    static constexpr std::size_t kSize = 1 << 13;

    std::array<std::uint64_t, kSize> slots_{};
};

}  // namespace ninefold::search
