// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "search/huge_array.h"

namespace ninefold::search {

/// The solver's memory of one kind of node: proof and disproof number of "the mover gets at least
/// the goal", or 0 and kProvenNumber once known. Four entries share a cache line; the one with the
/// least work behind it is evicted. One thread.
///
///     data bits   0..27  proof number   28..55  disproof number   56..63  work, logarithmic
class ProofTable {
public:
    static constexpr std::uint32_t kMost = (1u << 28) - 1;  ///< stands for infinity

    struct Numbers {
        std::uint32_t proof = 1, disproof = 1;
        bool known() const { return proof == 0 || disproof == 0; }
    };

    explicit ProofTable(std::size_t mebibytes)
        : clusters_((mebibytes < 1 ? 1 : mebibytes) * 1024 * 1024 / sizeof(Cluster)) {}

    void clear() { clusters_.clear(); }
    void prefetch(std::uint64_t key) const {
        __builtin_prefetch(&clusters_[clusters_.index_of(key)]);
    }

    bool probe(std::uint64_t key, Numbers& numbers) const {
        for (const Slot& slot : clusters_[clusters_.index_of(key)].slots) {
            if (slot.key != key) continue;
            numbers.proof = static_cast<std::uint32_t>(slot.data & kMost);
            numbers.disproof = static_cast<std::uint32_t>(slot.data >> 28 & kMost);
            return true;
        }
        return false;
    }

    void store(std::uint64_t key, Numbers numbers, std::uint64_t work) {
        Slot* victim = nullptr;
        for (Slot& slot : clusters_[clusters_.index_of(key)].slots) {
            if (slot.key == key) {
                victim = &slot;
                break;
            }
            if (victim == nullptr || slot.data >> 56 < victim->data >> 56) victim = &slot;
        }
        const auto log = static_cast<std::uint64_t>(64 - std::countl_zero(work)) * 2;
        victim->key = key;
        victim->data = numbers.proof | std::uint64_t{numbers.disproof} << 28 | log << 56;
    }

private:
    struct Slot {
        std::uint64_t key, data;
    };
    struct alignas(64) Cluster {
        Slot slots[4];
    };

    HugeArray<Cluster> clusters_;
};

}  // namespace ninefold::search
