// SPDX-License-Identifier: MIT
#include "search/bench.h"

#include <algorithm>
#include <chrono>

#include "base/rng.h"
#include "search/search.h"

namespace ninefold::search {

std::vector<rules::AnyPosition> bench_positions() {
    constexpr std::array kPlies = {0, 2, 7, 12, 18, 24, 30, 36};
    std::vector<rules::AnyPosition> positions;
    std::uint64_t seed = 1;
    for (const auto ruleset : rules::kRulesets) {
        for (const auto tie_break : rules::kTieBreaks) {
            for (const int plies : kPlies) {
                rules::AnyPosition p;
                do {
                    base::Rng rng(base::derived_seed(9, seed++));
                    p = rules::AnyPosition::start({ruleset, tie_break});
                    for (int i = 0; i < plies && !p.is_over(); ++i) {
                        const auto legal = p.legal_moves();
                        p = p.after(legal.nth(rng.below(static_cast<unsigned>(legal.size()))));
                    }
                } while (p.is_over());
                positions.push_back(p);
            }
        }
    }
    return positions;
}

std::uint64_t BenchResult::nodes_per_second() const {
    const double seconds = std::chrono::duration<double>(time).count();
    return seconds > 0 ? static_cast<std::uint64_t>(static_cast<double>(nodes) / seconds) : 0;
}

BenchResult run_bench(int depth, const std::function<void(int, int)>& on_position) {
    SearchOptions options;
    options.hash_mb = 8;
    options.use_solver = false;
    const auto engine = make_search(options);
    protocol::Limits limits;
    limits.depth = depth;
    const auto positions = bench_positions();
    BenchResult result;
    int done = 0;
    for (const auto& position : positions) {
        engine->new_game();
        const SearchResult found = engine->think(position, {}, limits, {}, {});
        result.nodes += found.nodes;
        result.time += found.time;
        if (on_position) on_position(++done, static_cast<int>(positions.size()));
    }
    return result;
}

}  // namespace ninefold::search
