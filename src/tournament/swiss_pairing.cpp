// SPDX-License-Identifier: MIT
#include "tournament/swiss_pairing.h"

#include <algorithm>
#include <cassert>

namespace ninefold::tournament {

namespace {

using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

/// A search with backtracking: the best team that is still free takes its first possible opponent.
/// Dead ends are almost always near the bottom and undone in a few steps; where not, a limit on
/// the steps ends the search.
class SwissPairer {
public:
    SwissPairer(const std::vector<SwissTeam>& teams, bool may_meet_again)
        : teams_(teams), may_meet_again_(may_meet_again), free_(teams.size(), true) {}

    bool pair_all() { return pair_from(0); }
    const Pairs& pairs() const { return pairs_; }

private:
    static constexpr int kMostSteps = 200'000;

    bool have_met(std::size_t i, std::size_t j) const {
        return std::find(teams_[i].met.begin(), teams_[i].met.end(), j) != teams_[i].met.end();
    }
    std::vector<std::size_t> candidates(std::size_t team) const;
    bool pair_from(std::size_t first);

    const std::vector<SwissTeam>& teams_;
    bool may_meet_again_;
    std::vector<bool> free_;
    Pairs pairs_;
    int steps_ = 0;
};

/// Opponents in the order in which they are tried: the lower half of the score group downwards,
/// the upper half upwards, then the groups below. A few of those are enough.
std::vector<std::size_t> SwissPairer::candidates(std::size_t team) const {
    constexpr std::size_t kMostBelow = 32;
    std::vector<std::size_t> level, below;
    for (std::size_t j = team + 1; j < teams_.size() && below.size() < kMostBelow; ++j) {
        if (!free_[j]) continue;
        (teams_[j].points == teams_[team].points ? level : below).push_back(j);
    }
    const std::size_t half = level.size() / 2;
    std::vector<std::size_t> order(level.begin() + static_cast<std::ptrdiff_t>(half), level.end());
    order.insert(order.end(), level.rend() - static_cast<std::ptrdiff_t>(half), level.rend());
    order.insert(order.end(), below.begin(), below.end());
    if (!may_meet_again_) std::erase_if(order, [&](std::size_t j) { return have_met(team, j); });
    return order;
}

bool SwissPairer::pair_from(std::size_t first) {
    while (first < teams_.size() && !free_[first]) ++first;
    if (first == teams_.size()) return true;
    free_[first] = false;
    for (const std::size_t other : candidates(first)) {
        if (++steps_ > kMostSteps) break;
        free_[other] = false;
        pairs_.emplace_back(first, other);
        if (pair_from(first + 1)) return true;
        pairs_.pop_back();
        free_[other] = true;
    }
    free_[first] = true;
    return false;
}

}  // namespace

Pairs pair_swiss(const std::vector<SwissTeam>& teams) {
    assert(teams.size() % 2 == 0);
    SwissPairer fresh(teams, false);
    if (fresh.pair_all()) return fresh.pairs();
    SwissPairer again(teams, true);
    [[maybe_unused]] const bool paired = again.pair_all();
    assert(paired);
    return again.pairs();
}

}  // namespace ninefold::tournament
