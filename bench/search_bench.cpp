// SPDX-License-Identifier: MIT
//
// Speed of the search and the solver. `items_per_second` is nodes a second; the hand-made
// evaluation is the baseline that the network's figure is compared with.
#include <benchmark/benchmark.h>

#include "base/rng.h"
#include "search/search.h"
#include "search/solver.h"

namespace {

using namespace ninefold;

rules::AnyPosition after_random_plies(rules::Rules rules, int plies) {
    base::Rng rng(2);
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
    const auto position = after_random_plies(rules, 8);
    protocol::Limits limits;
    limits.nodes = 1'000'000;
    std::int64_t nodes = 0;
    for (auto _ : state) {
        engine->new_game();
        nodes += static_cast<std::int64_t>(engine->think(position, {}, limits, {}, {}).nodes);
    }
    state.SetItemsProcessed(nodes);
}

void solve(benchmark::State& state) {
    const auto solver = search::make_solver(64);
    const auto position = after_random_plies({}, 40);
    std::int64_t nodes = 0;
    for (auto _ : state) {
        solver->clear();
        nodes += static_cast<std::int64_t>(solver->solve(position, {}).nodes);
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
BENCHMARK(solve)->Unit(benchmark::kMillisecond);

BENCHMARK_MAIN();
