// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "rules/any_position.h"
#include "search/value.h"

namespace ninefold::search {

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

    /// In the order of their keys, that is, in none; values are in the mover's view.
    std::vector<std::pair<rules::AnyPosition, Value>> positions() const {
        std::vector<std::pair<rules::AnyPosition, Value>> out;
        for (const auto& [key, evaluated] : kept_) out.push_back(evaluated);
        return out;
    }

private:
    void consider(const rules::Position<R>& p, Value value, std::uint64_t key) {
        if (std::abs(value) > kDecided) {
            if (key >> 62 != 0) return;
            key <<= 2;
            if (key >= limit_) return;
        }
        kept_.try_emplace(key, p, value);
        if (kept_.size() > most_) kept_.erase(std::prev(kept_.end()));
        if (kept_.size() == most_) limit_ = kept_.rbegin()->first;
    }

    std::map<std::uint64_t, std::pair<rules::AnyPosition, Value>> kept_;  ///< by key
    std::size_t most_ = 0;
    std::uint64_t salt_ = 0;
    std::uint64_t limit_ = 0;  ///< keys from here on are not kept
};

}  // namespace ninefold::search
