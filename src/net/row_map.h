// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "rules/lines.h"
#include "rules/position.h"

namespace ninefold::net {

/// Patterns of one block as one side sees it:
///
///     number          block
///     0 .. 19682      owned by nobody: sum over cells of 3^cell * (1 own, 2 opponent's mark)
///     19683 .. 20194  owned by this side; the rest is its occupied cells
///     20195 .. 20706  owned by the opponent; minus 20195 = the occupied cells
///     20707           full, owned by nobody
///
/// What lies inside a block that takes no more marks does not matter: all its cells count as
/// occupied. Under `open` a won block stays in play, so there its occupied cells show.
namespace patterns {

inline constexpr unsigned kOwned = 19683;
inline constexpr unsigned kOpponentOwned = kOwned + 512;
inline constexpr unsigned kFull = kOpponentOwned + 512;
inline constexpr unsigned kCount = kFull + 1;

inline constexpr auto kTernary = rules::pattern::tabulate([](unsigned bits) {
    unsigned sum = 0;
    for (unsigned power = 1; bits != 0; bits /= 2, power *= 3) sum += bits % 2 * power;
    return static_cast<std::uint16_t>(sum);
});

constexpr unsigned number(unsigned own, unsigned opponent) {
    return kTernary[own] + 2u * kTernary[opponent];
}

/// Own and opponent's cells of such a number.
struct Cells {
    unsigned own = 0, opponent = 0;
};
Cells cells_of(unsigned number);

template <rules::Ruleset R>
unsigned of(const rules::Position<R>& position, rules::Block block, rules::Side side) {
    const unsigned own = position.marks(side).block(block).bits();
    const unsigned opponent = position.marks(other(side)).block(block).bits();
    const unsigned occupied = own | opponent;
    const unsigned shown = rules::Traits<R>::kWonStaysOpen ? occupied : rules::CellSet::kAllBits;
    if (position.won(side).contains(block)) return kOwned + shown;
    if (position.won(other(side)).contains(block)) return kOpponentOwned + shown;
    if (occupied == rules::CellSet::kAllBits) return kFull;
    return number(own, opponent);
}

}  // namespace patterns

inline constexpr int kPatternFacts = 54;  ///< what the encoder gets about a pattern
inline constexpr int kMacroFacts = 36;    ///< and about the macro board

/// How much an undecided block is worth to one side: 0 it lies on no line that side can still
/// make, 1 it does, 2 it completes one.
struct Uses {
    std::uint16_t alive = 0, critical = 0;  ///< nine bits, one per block
    constexpr unsigned of(rules::Block block) const {
        return (alive >> block.index & 1u) + (critical >> block.index & 1u);
    }
    constexpr bool operator==(const Uses&) const = default;
};

/// The numbers of the table's rows under one ruleset; docs/net.md ("Rows") lists the sections.
class RowMap {
public:
    static constexpr unsigned kPlainUse = 4;  ///< both sides can use the block, neither at once

    explicit RowMap(rules::Ruleset ruleset);

    /// The patterns that occur, in row order; one section has one row for each of them.
    const std::vector<std::uint16_t>& pattern_order() const { return order_; }
    std::uint32_t section() const { return section_; }
    std::uint32_t total() const { return macro_ + patterns::kOwned; }

    /// Row of a pattern within its section.
    std::uint32_t within(unsigned pattern) const { return within_[pattern]; }
    std::uint32_t block(rules::Block block, std::uint32_t within) const {
        return block.index * section_ + within;
    }
    /// Precondition: use != kPlainUse.
    std::uint32_t use(unsigned use, std::uint32_t within) const {
        return (9 + use - (use > kPlainUse ? 1u : 0u)) * section_ + within;
    }
    std::uint32_t target(bool moves, std::uint32_t within) const {
        return (moves ? 17 : 18) * section_ + within;
    }
    /// `cell` is 9 for a free move.
    std::uint32_t cell(bool moves, unsigned cell) const {
        return 19 * section_ + (moves ? 0 : 10) + cell;
    }
    std::uint32_t macro(unsigned pattern) const { return macro_ + pattern; }
    /// Whether the row is of a block that is owned or full.
    bool is_decided(std::uint32_t within) const { return within >= undecided_; }

    /// What the undecided blocks are worth to a side whose macro pattern this is.
    Uses uses(unsigned macro_pattern) const { return uses_[macro_pattern]; }

private:
    std::vector<std::uint16_t> order_, within_;
    std::vector<Uses> uses_;
    std::uint32_t section_ = 0, undecided_ = 0, macro_ = 0;
};

/// The facts about every pattern that occurs ([order][kPatternFacts]), and about every macro
/// pattern ([3^9][kMacroFacts]): small whole numbers, the encoder's input.
std::vector<std::int8_t> pattern_facts(const RowMap& map);
std::vector<std::int8_t> macro_facts(const RowMap& map);

}  // namespace ninefold::net
