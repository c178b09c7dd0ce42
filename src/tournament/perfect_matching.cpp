// SPDX-License-Identifier: MIT
#include "tournament/perfect_matching.h"

#include <cassert>
#include <numeric>

namespace ninefold::tournament {

PerfectMatching::PerfectMatching(const std::vector<std::vector<bool>>& allowed)
    : allowed_(allowed),
      here_(allowed.size(), true),
      mate_(allowed.size()),
      parent_(allowed.size()),
      base_(allowed.size()),
      reached_(allowed.size()),
      in_blossom_(allowed.size()) {
    for (std::size_t team = 0; team < allowed_.size(); ++team) match_with_free(team);
    for (std::size_t team = 0; team < allowed_.size() && exists_; ++team) {
        if (!mate_[team]) exists_ = augment_from(team);
    }
}

/// Pairs a team with a later one where that needs no other pair to change.
void PerfectMatching::match_with_free(std::size_t team) {
    for (std::size_t other = team + 1; other < allowed_.size() && !mate_[team]; ++other) {
        if (!mate_[other] && allowed_[team][other]) match(team, other);
    }
}

void PerfectMatching::match(std::size_t i, std::size_t j) {
    mate_[i] = j;
    mate_[j] = i;
}

bool PerfectMatching::take(std::size_t i, std::size_t j) {
    assert(exists_ && allowed_[i][j] && here_[i] && here_[j]);
    const std::size_t left_of_i = *mate_[i], left_of_j = *mate_[j];
    here_[i] = here_[j] = false;
    if (left_of_i == j) return true;
    if (allowed_[left_of_i][left_of_j]) {
        match(left_of_i, left_of_j);
        return true;
    }
    mate_[left_of_i].reset();
    mate_[left_of_j].reset();
    if (augment_from(left_of_i)) return true;
    here_[i] = here_[j] = true;
    match(i, left_of_i);
    match(j, left_of_j);
    return false;
}

/// Pairs one more team; false where no other pairing of the others leaves it a partner.
bool PerfectMatching::augment_from(std::size_t root) {
    Team end = find_path(root);
    if (!end) return false;
    while (end) {
        const std::size_t before = *parent_[*end];
        const Team next = mate_[before];
        match(*end, before);
        end = next;
    }
    return true;
}

/// The unpaired end of a path from `root` along which pairs can be exchanged.
PerfectMatching::Team PerfectMatching::find_path(std::size_t root) {
    parent_.assign(parent_.size(), std::nullopt);
    reached_.assign(reached_.size(), false);
    std::iota(base_.begin(), base_.end(), 0);
    reached_[root] = true;
    queue_.assign(1, root);
    std::size_t next = 0;
    while (next < queue_.size()) {
        const std::size_t from = queue_[next++];
        for (std::size_t to = 0; to < allowed_.size(); ++to) {
            if (!here_[to] || !allowed_[from][to]) continue;
            if (const Team end = reach(from, to, root)) return end;
        }
    }
    return std::nullopt;
}

/// Follows one edge; returns `to` where the path ends there.
PerfectMatching::Team PerfectMatching::reach(std::size_t from, std::size_t to, std::size_t root) {
    if (base_[from] == base_[to] || mate_[from] == to) return std::nullopt;
    if (to == root || (mate_[to] && parent_[*mate_[to]])) {
        shrink(from, to);
        return std::nullopt;
    }
    if (parent_[to]) return std::nullopt;
    parent_[to] = from;
    if (!mate_[to]) return to;
    reached_[*mate_[to]] = true;
    queue_.push_back(*mate_[to]);
    return std::nullopt;
}

/// The edge closes an odd cycle, whose teams then count as one.
void PerfectMatching::shrink(std::size_t v, std::size_t w) {
    const std::size_t base = common_base(v, w);
    in_blossom_.assign(in_blossom_.size(), false);
    mark_path(v, base, w);
    mark_path(w, base, v);
    for (std::size_t i = 0; i < base_.size(); ++i) {
        if (!in_blossom_[base_[i]]) continue;
        base_[i] = base;
        if (reached_[i]) continue;
        reached_[i] = true;
        queue_.push_back(i);
    }
}

std::size_t PerfectMatching::common_base(std::size_t v, std::size_t w) const {
    std::vector<bool> above(base_.size());
    for (v = base_[v];; v = base_[*parent_[*mate_[v]]]) {
        above[v] = true;
        if (!mate_[v]) break;  // the root
    }
    for (w = base_[w]; !above[w];) w = base_[*parent_[*mate_[w]]];
    return w;
}

void PerfectMatching::mark_path(std::size_t v, std::size_t base, std::size_t child) {
    while (base_[v] != base) {
        const std::size_t mate = *mate_[v];
        in_blossom_[base_[v]] = in_blossom_[base_[mate]] = true;
        parent_[v] = child;
        child = mate;
        v = *parent_[mate];
    }
}

}  // namespace ninefold::tournament
