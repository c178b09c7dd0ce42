// SPDX-License-Identifier: MIT
#include "tournament/swiss_pairing.h"

#include <algorithm>
#include <cassert>

#include "tournament/perfect_matching.h"

namespace ninefold::tournament {

namespace {

using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

using Allowed = std::vector<std::vector<bool>>;

/// Who may meet whom: those who have not yet, or everybody.
Allowed allowed_pairs(const std::vector<SwissTeam>& teams, bool may_meet_again) {
    Allowed allowed(teams.size(), std::vector<bool>(teams.size(), true));
    for (std::size_t i = 0; i < teams.size(); ++i) {
        allowed[i][i] = false;
        if (may_meet_again) continue;
        for (const std::size_t j : teams[i].met) allowed[i][j] = false;
    }
    return allowed;
}

/// A search with backtracking: the best team that is still free takes its first possible opponent.
/// Dead ends are almost always near the bottom and undone in a few steps; where not, a limit on
/// the steps ends the search, or a matching of the others tells them beforehand. Either way the
/// first pairing in this order is found.
class SwissPairer {
public:
    SwissPairer(const std::vector<SwissTeam>& teams, const Allowed& allowed, PerfectMatching* rest)
        : teams_(teams), allowed_(allowed), rest_(rest), free_(teams.size(), true) {}

    bool pair_all() { return pair_from(0); }
    const Pairs& pairs() const { return pairs_; }

private:
    static constexpr std::size_t kMostStepsEach = 16;

    std::vector<std::size_t> candidates(std::size_t team) const;
    bool pair_from(std::size_t first);
    bool pair(std::size_t first, std::size_t other);

    const std::vector<SwissTeam>& teams_;
    const Allowed& allowed_;
    PerfectMatching* rest_;  ///< of the free teams; may be null
    std::vector<bool> free_;
    Pairs pairs_;
    std::size_t steps_ = 0;
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
    std::erase_if(order, [&](std::size_t j) { return !allowed_[team][j]; });
    return order;
}

/// The pair, and all teams behind it.
bool SwissPairer::pair(std::size_t first, std::size_t other) {
    if (rest_ != nullptr && !rest_->take(first, other)) return false;
    ++steps_;
    free_[other] = false;
    pairs_.emplace_back(first, other);
    if (pair_from(first + 1)) return true;
    pairs_.pop_back();
    free_[other] = true;
    if (rest_ != nullptr) rest_->put_back(first, other);
    return false;
}

bool SwissPairer::pair_from(std::size_t first) {
    while (first < teams_.size() && !free_[first]) ++first;
    if (first == teams_.size()) return true;
    free_[first] = false;
    for (const std::size_t other : candidates(first)) {
        if (steps_ > kMostStepsEach * teams_.size()) break;
        if (pair(first, other)) return true;
    }
    free_[first] = true;
    return false;
}

}  // namespace

Pairs pair_swiss(const std::vector<SwissTeam>& teams) {
    assert(teams.size() % 2 == 0);
    const Allowed fresh = allowed_pairs(teams, false);
    SwissPairer quick(teams, fresh, nullptr);
    if (quick.pair_all()) return quick.pairs();
    // After as many rounds as there are teams there is none, which a search would find out last.
    if (PerfectMatching rest(fresh); rest.exists()) {
        SwissPairer careful(teams, fresh, &rest);
        if (careful.pair_all()) return careful.pairs();
    }
    const Allowed all = allowed_pairs(teams, true);
    SwissPairer again(teams, all, nullptr);
    [[maybe_unused]] const bool paired = again.pair_all();
    assert(paired);
    return again.pairs();
}

}  // namespace ninefold::tournament
