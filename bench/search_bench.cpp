// SPDX-License-Identifier: MIT
//
// Speed of the search and the solver. `items_per_second` is nodes a second; the hand-made
// evaluation is the baseline that the network's figure is compared with, the solver's numbers for
// standard rules the one for those of other rules.
#include <benchmark/benchmark.h>

#include "base/rng.h"
#include "search/search.h"
#include "search/solver.h"

namespace {

using namespace ninefold;

constexpr rules::Rules kMajority{rules::Ruleset::kStandard, rules::TieBreak::kMajority};

rules::AnyPosition after_random_plies(rules::Rules rules, int plies, std::uint64_t seed) {
    base::Rng rng(seed);
    while (true) {
        auto p = rules::AnyPosition::start(rules);
        for (int i = 0; i < plies && !p.is_over(); ++i) {
            const auto legal = p.legal_moves();
            p = p.after(legal.nth(rng.below(static_cast<unsigned>(legal.size()))));
        }
        if (!p.is_over()) return p;
    }
}

void search_nodes(benchmark::State& state, rules::Rules rules, bool net) {
    search::SearchOptions options;
    options.use_net = net;
    options.use_solver = false;
    const auto engine = search::make_search(options);
    const auto position = after_random_plies(rules, 8, 2);
    protocol::Limits limits;
    limits.nodes = 1'000'000;
    std::int64_t nodes = 0;
    for (auto _ : state) {
        engine->new_game();
        nodes += static_cast<std::int64_t>(engine->think(position, {}, limits, {}, {}).nodes);
    }
    state.SetItemsProcessed(nodes);
}

/// Where games of the engine with itself come to `cells` that can still be played.
std::vector<rules::AnyPosition> late_positions(rules::Rules rules, int cells, std::size_t count) {
    search::SearchOptions options;
    options.use_solver = false;
    const auto engine = search::make_search(options);
    protocol::Limits limits;
    limits.nodes = 2000;
    std::vector<rules::AnyPosition> positions;
    for (std::uint64_t seed = 0; positions.size() < count; ++seed) {
        auto p = after_random_plies(rules, 6, seed);
        while (!p.is_over() && search::playable_cells(p) > cells) {
            p = p.after(*engine->think(p, {}, limits, {}, {}).move);
        }
        if (!p.is_over()) positions.push_back(p);
    }
    return positions;
}

/// With the numbers measured for the rules, or with those of standard rules as the baseline.
void solve(benchmark::State& state, rules::Rules rules, bool measured) {
    std::optional<search::ProofParameters> parameters;
    if (!measured) parameters = search::ProofParameters::measured({});
    const auto solver = search::make_solver(64, parameters);
    const auto positions = late_positions(rules, 32, 12);
    std::int64_t nodes = 0;
    for (auto _ : state) {
        for (const auto& position : positions) {
            solver->clear();
            nodes += static_cast<std::int64_t>(solver->solve(position, {}).nodes);
        }
    }
    state.SetItemsProcessed(nodes);
}

}  // namespace

BENCHMARK_CAPTURE(search_nodes, standard_hand, rules::Rules{}, false)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(search_nodes, standard_net, rules::Rules{}, true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(search_nodes, open_hand, rules::Rules{rules::Ruleset::kOpen}, false)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(search_nodes, correspondence_hand, rules::Rules{rules::Ruleset::kCorrespondence},
                  false)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(solve, standard, rules::Rules{}, true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(solve, majority_baseline, kMajority, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(solve, majority, kMajority, true)->Unit(benchmark::kMillisecond);

BENCHMARK_MAIN();
