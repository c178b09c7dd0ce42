// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

#include "rules/move.h"
#include "search/huge_array.h"
#include "search/value.h"

namespace ninefold::search {

/// What a stored value says of the true one.
enum class Bound : std::uint8_t { kNone, kUpper, kLower, kExact };

/// A remembered search of one position. Values are in the mover's view; proven ones count plies
/// from the position itself, not from the root.
struct TableEntry {
    Value value = 0;
    Value eval = kNone;
    int depth = 0;
    Bound bound = Bound::kNone;
    rules::Move move{kNoMove};

    static constexpr unsigned kNoMove = 127;
    bool has_move() const { return move.value() != kNoMove; }
};

/// The transposition table, shared by all threads of a search without locks: an entry is two words,
/// the data and the key exclusive-or'ed with it, each read and written relaxed. A torn pair fails
/// the key comparison and reads as absent, so no ordering is needed (Hyatt and Mann 2002).
///
///     data bits   0..6  move   7..8  bound   9..15  depth   16..21  generation
///                 32..47  value   48..63  eval
///
/// Sizes are in MiB; one that does not fit the machine's memory is halved until it does.
class TranspositionTable {
public:
    explicit TranspositionTable(std::size_t mebibytes)
        : clusters_((std::clamp<std::size_t>(mebibytes, 1, 1 << 20) << 20) / sizeof(Cluster)) {}

    /// Takes its memory from the system now rather than while a clock runs.
    void touch() { clusters_.touch(); }
    /// Forgets everything. Not while a search runs.
    void clear() {
        clusters_.clear();
        generation_ = 0;
    }
    /// Later entries are preferred over those of earlier searches.
    void next_generation() { generation_ = (generation_ + 1) & 63; }

    /// Whether an entry was found; `ply` is the position's distance from the root.
    bool probe(std::uint64_t hash, int ply, TableEntry& entry) const;
    void store(std::uint64_t hash, int ply, const TableEntry& entry);
    void prefetch(std::uint64_t hash) const {
        __builtin_prefetch(&clusters_[clusters_.index_of(hash)]);
    }

    std::size_t mebibytes() const { return clusters_.size() * sizeof(Cluster) >> 20; }
    /// Thousandths of the table in use by the current generation, from a sample.
    int fullness() const;

private:
    /// Words that threads read and write with relaxed atomic operations.
    struct Slot {
        std::uint64_t check, data;

        std::uint64_t load_check() const { return __atomic_load_n(&check, __ATOMIC_RELAXED); }
        std::uint64_t load_data() const { return __atomic_load_n(&data, __ATOMIC_RELAXED); }
        void store(std::uint64_t new_check, std::uint64_t new_data) {
            __atomic_store_n(&data, new_data, __ATOMIC_RELAXED);
            __atomic_store_n(&check, new_check, __ATOMIC_RELAXED);
        }
    };
    static constexpr int kWays = 4;
    struct alignas(64) Cluster {
        Slot slots[kWays];
    };

    HugeArray<Cluster> clusters_;
    unsigned generation_ = 0;
};

}  // namespace ninefold::search
