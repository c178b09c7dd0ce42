// SPDX-License-Identifier: MIT
#include "tournament/swiss_pairing.h"

#include <algorithm>
#include <cassert>

#include "tournament/perfect_matching.h"

namespace ninefold::tournament {

namespace {

using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

using Allowed = std::vector<std::vector<bool>>;

/// Who may meet whom: those who have not yet, or everybody where that leaves somebody over.
Allowed allowed_pairs(const std::vector<SwissTeam>& teams) {
    Allowed all(teams.size(), std::vector<bool>(teams.size(), true));
    for (std::size_t i = 0; i < teams.size(); ++i) all[i][i] = false;
    Allowed fresh = all;
    for (std::size_t i = 0; i < teams.size(); ++i) {
        for (const std::size_t j : teams[i].met) fresh[i][j] = false;
    }
    return PerfectMatching(fresh).exists() ? fresh : all;
}

/// Opponents in the order in which they are tried: the lower half of the score group downwards,
/// the upper half upwards, then the groups below.
std::vector<std::size_t> candidates(const std::vector<SwissTeam>& teams, std::size_t team,
                                    const PerfectMatching& rest) {
    std::vector<std::size_t> level, below;
    for (std::size_t j = team + 1; j < teams.size(); ++j) {
        if (!rest.has(j)) continue;
        (teams[j].points == teams[team].points ? level : below).push_back(j);
    }
    const auto half = static_cast<std::ptrdiff_t>(level.size() / 2);
    std::vector<std::size_t> order(level.begin() + half, level.end());
    order.insert(order.end(), level.rend() - half, level.rend());
    order.insert(order.end(), below.begin(), below.end());
    return order;
}

}  // namespace

/// The best team that is still free takes the first opponent that leaves the others pairable, so
/// that nothing has to be undone.
Pairs pair_swiss(const std::vector<SwissTeam>& teams) {
    assert(teams.size() % 2 == 0);
    const Allowed allowed = allowed_pairs(teams);
    PerfectMatching rest(allowed);
    Pairs pairs;
    for (std::size_t team = 0; team < teams.size(); ++team) {
        if (!rest.has(team)) continue;
        for (const std::size_t other : candidates(teams, team, rest)) {
            if (!allowed[team][other] || !rest.take(team, other)) continue;
            pairs.emplace_back(team, other);
            break;
        }
    }
    assert(2 * pairs.size() == teams.size());
    return pairs;
}

}  // namespace ninefold::tournament
