// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "search/block_facts.h"

namespace ninefold::search {

namespace detail {

/// The union of the lines that lie wholly inside the set.
inline constexpr auto kLinesInside = rules::pattern::tabulate([](unsigned bits) {
    unsigned inside = 0;
    for (const unsigned line : rules::kLines) inside |= (bits & line) == line ? line : 0;
    return static_cast<std::uint16_t>(inside);
});

constexpr std::uint64_t mix(std::uint64_t hash, std::uint64_t word) {
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(hash ^ word) * 0x9fb21c651e98df25ULL;
    return static_cast<std::uint64_t>(product >> 64) ^ static_cast<std::uint64_t>(product);
}

}  // namespace detail

/// A hash of what can still matter for the result, in the mover's view: positions that differ only
/// in spent things have equal ones, and equal results.
///
///  - Of a closed block only its owner counts, and that only while the owner can still get a line
///    through it (or blocks are counted at the end).
///  - Of an open block that nobody can win any more, only its empty cells count.
///  - Which side is called X never counts.
template <rules::Ruleset R>
std::uint64_t outcome_hash(const rules::Position<R>& p, const BlockFacts& facts) {
    const rules::Side side = p.side();
    const unsigned own_alive = facts.alive[index_of(side)];
    const unsigned opp_alive = facts.alive[index_of(other(side))];
    unsigned own_won = p.won(side).bits(), opp_won = p.won(other(side)).bits();
    const unsigned closed = p.closed().bits();
    const unsigned open = 0x1ff & ~closed;
    const unsigned spent = open & (~(own_alive | opp_alive) | own_won | opp_won);
    if (p.tie_break() == rules::TieBreak::kDraw) {
        own_won &= detail::kLinesInside[own_alive];
        opp_won &= detail::kLinesInside[opp_alive];
    }
    const rules::BoardSet keep = rules::BoardSet::covering(rules::BlockSet(open & ~spent));
    const rules::BoardSet both = p.occupied() & rules::BoardSet::covering(rules::BlockSet(spent));
    const rules::BoardSet own = (p.marks(side) & keep) | both;
    const rules::BoardSet opp = (p.marks(other(side)) & keep) | both;
    const auto rules_bits =
        static_cast<std::uint64_t>(R) * 2 + static_cast<std::uint64_t>(p.tie_break());
    std::uint64_t hash = detail::mix(0x6e696e65666f6c64ULL, own.lo());
    hash = detail::mix(hash, opp.lo());
    hash = detail::mix(hash, own.hi() | opp.hi() << 18 | std::uint64_t{own_won} << 36 |
                                 std::uint64_t{opp_won} << 45 |
                                 std::uint64_t{p.targets().bits()} << 54);
    // Closed blocks take no marks; which they are must be hashed where their marks are left out.
    return detail::mix(hash, closed | rules_bits << 9);
}

}  // namespace ninefold::search
