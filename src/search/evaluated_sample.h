// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "base/rng.h"
#include "rules/position.h"
#include "search/value.h"

namespace ninefold::search {

/// A position that a search evaluated, and what the evaluation said, in its mover's view.
template <rules::Ruleset R>
struct EvaluatedPosition {
    rules::Position<R> position;
    Value value;
};

/// An even sample of the different positions that one search evaluates: those with the lowest keys,
/// a key being the position's hash scattered differently for every search. So nothing is drawn
/// while the search runs, and a position that comes up again has the key that it had. Positions
/// that are as good as decided have a quarter of the others' chance. One thread.
template <rules::Ruleset R>
class EvaluatedSample {
public:
    static constexpr Value kDecided = 1200;

    /// Restarts, for at most `most` positions; another salt chooses others.
    void begin(std::size_t most, std::uint64_t salt) {
        kept_.clear();
        most_ = most;
        salt_ = salt;
        limit_ = most == 0 ? 0 : ~std::uint64_t{0};
    }

    void offer(const rules::Position<R>& p, Value value) {
        std::uint64_t state = p.hash() ^ salt_;
        const std::uint64_t key = base::split_mix(state);
        if (key < limit_) consider(p, value, key);
    }

    /// In the order of their keys, that is, in none.
    std::vector<EvaluatedPosition<R>> positions() const {
        std::vector<Kept> kept = kept_;
        std::sort(kept.begin(), kept.end());
        std::vector<EvaluatedPosition<R>> out;
        out.reserve(kept.size());
        for (const Kept& one : kept) out.push_back(one.what);
        return out;
    }

private:
    struct Kept {
        std::uint64_t key;
        EvaluatedPosition<R> what;
        bool operator<(const Kept& other) const { return key < other.key; }
    };

    /// kept_ is a heap with the highest key in front.
    void consider(const rules::Position<R>& p, Value value, std::uint64_t key) {
        if (std::abs(value) > kDecided) {
            if (key >> 62 != 0) return;
            key <<= 2;
            if (key >= limit_) return;
        }
        const auto same = [&](const Kept& one) { return one.key == key; };
        if (std::any_of(kept_.begin(), kept_.end(), same)) return;
        if (kept_.size() == most_) {
            std::pop_heap(kept_.begin(), kept_.end());
            kept_.pop_back();
        }
        kept_.push_back({key, {p, value}});
        std::push_heap(kept_.begin(), kept_.end());
        if (kept_.size() == most_) limit_ = kept_.front().key;
    }

    std::vector<Kept> kept_;
    std::size_t most_ = 0;
    std::uint64_t salt_ = 0;
    std::uint64_t limit_ = 0;  ///< keys from here on are not kept
};

}  // namespace ninefold::search
