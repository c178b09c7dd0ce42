// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "search/block_facts.h"
#include "search/parameters.h"
#include "search/value.h"

namespace ninefold::search {

/// Recent errors of static values, in the mover's view: the sum of what was learnt under
///
///     the owners of the blocks
///     the marks in the block that the mover is sent to
///     the move before
///     the marks in the block that it was played in
///
/// each with the mover. All learn from what the sum leaves unexplained. One a thread.
class Correction {
public:
    explicit Correction(const Parameters& parameters) : q_(parameters) { clear(); }
    void clear() {
        for (Table& table : tables_) table.fill(0);
    }

    /// `previous` led to the position.
    template <rules::Ruleset R>
    Value of(const rules::Position<R>& p, rules::Move previous) const {
        return sum(keys(p, previous)) / kGrain;
    }

    /// A search of `depth` found the static value off by `error`.
    template <rules::Ruleset R>
    void update(const rules::Position<R>& p, rules::Move previous, Value error, int depth) {
        const Keys found = keys(p, previous);
        const int weight = std::min(depth + 1, 16);
        const int goal =
            std::clamp(error, -2 * q_.correction_limit, 2 * q_.correction_limit) * kGrain;
        const int step = (goal - sum(found)) * weight / q_.correction_weight;
        const int most = std::min(q_.correction_limit * kGrain, 0x7fff);
        for (std::size_t i = 0; i < kTables; ++i) {
            std::int16_t& entry = tables_[i][found[i]];
            entry = static_cast<std::int16_t>(std::clamp(entry + step, -most, most));
        }
    }

private:
    static constexpr int kGrain = 256;
    static constexpr std::size_t kTables = 4;
    static constexpr int kBits = 14;
    using Table = std::array<std::int16_t, 1 << kBits>;
    using Keys = std::array<std::uint16_t, kTables>;

    template <rules::Ruleset R>
    [[gnu::always_inline]] static Keys keys(const rules::Position<R>& p, rules::Move previous) {
        const std::uint64_t owners = p.won(p.side()).bits() | p.won(other(p.side())).bits() << 9 |
                                     std::uint64_t{p.closed().bits()} << 18;
        const std::uint64_t target =
            p.target_cell() ? marks(p, p.targets().first()) : p.closed().bits();
        return {spread(p, owners), spread(p, target), spread(p, previous.value()),
                spread(p, marks(p, previous.block()))};
    }
    template <rules::Ruleset R>
    static std::uint64_t marks(const rules::Position<R>& p, rules::Block block) {
        return p.marks(p.side()).block(block).bits() |
               p.marks(other(p.side())).block(block).bits() << 9 |
               std::uint64_t{block.index + 1u} << 18;
    }
    template <rules::Ruleset R>
    static std::uint16_t spread(const rules::Position<R>& p, std::uint64_t key) {
        key |= std::uint64_t{index_of(p.side())} << 27;
        return static_cast<std::uint16_t>(key * 0x9e3779b97f4a7c15ULL >> (64 - kBits));
    }
    int sum(const Keys& keys) const {
        int total = 0;
        for (std::size_t i = 0; i < kTables; ++i) total += tables_[i][keys[i]];
        return total;
    }

    const Parameters& q_;
    std::array<Table, kTables> tables_;
};

}  // namespace ninefold::search
