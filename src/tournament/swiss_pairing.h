// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace ninefold::tournament {

/// One team as the pairing of a Swiss round sees it, best first.
struct SwissTeam {
    double points = 0;
    std::vector<std::size_t> met{};  ///< numbers of teams in the same list
};

/// Pairs an even number of teams, each with one of about its own points that it has not met. Where
/// there is no such pairing, some meet again. Deterministic.
std::vector<std::pair<std::size_t, std::size_t>> pair_swiss(const std::vector<SwissTeam>& teams);

}  // namespace ninefold::tournament
