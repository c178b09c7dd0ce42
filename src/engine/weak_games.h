// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/rng.h"
#include "search/search.h"

namespace ninefold::engine {

/// Games of the engine against itself at a weak level, no two alike: their mistakes are what
/// puzzles are made of. The same seed gives the same games. One thread.
class WeakGames {
public:
    WeakGames(const rules::AnyPosition& start, int level, std::uint64_t seed)
        : start_(start), seed_(seed) {
        settings_.hash_mb = 4;
        settings_.level = level;
        player_ = search::make_search(settings_);
    }

    std::vector<rules::Move> next() {
        constexpr std::size_t kRandom = 2;
        base::Rng rng(base::derived_seed(seed_, number_++));
        settings_.seed = rng();
        player_->set_options(settings_);
        std::vector<rules::Move> moves;
        for (auto p = start_; !p.is_over(); p = p.after(moves.back())) {
            const auto legal = p.legal_moves();
            moves.push_back(moves.size() < kRandom
                                ? legal.nth(rng.below(static_cast<unsigned>(legal.size())))
                                : *player_->think(p, {}, {}, {}, {}).move);
        }
        return moves;
    }

private:
    rules::AnyPosition start_;
    std::uint64_t seed_, number_ = 0;
    search::SearchOptions settings_;
    std::unique_ptr<search::Search> player_;
};

}  // namespace ninefold::engine
