// SPDX-License-Identifier: MIT
//
// How many positions from strong games the exact solver solves within a limit, by the number of
// playable empty cells.
//
//     solve_curve RULES POSITIONS_A_SIZE SECONDS_OF_CPU FIRST LAST STEP [GAME_NODES [name=value
//     ...]]
//
// Games are played by the engine against itself from random openings; of each game, the positions
// that have the wanted numbers of playable cells are taken. Time is the thread's processor time.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>
#include <string>

#include "base/rng.h"
#include "search/search.h"
#include "search/solver.h"

namespace {

using namespace ninefold;

double cpu_seconds() {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 7)
        return std::fprintf(stderr, "usage: solve_curve RULES COUNT SECONDS FIRST LAST STEP\n"), 2;
    const auto rules = rules::parse_rules(argv[1]);
    if (!rules) return std::fprintf(stderr, "%s\n", rules.error().message.c_str()), 2;
    const std::size_t wanted = static_cast<std::size_t>(std::atoi(argv[2]));
    const double seconds = std::atof(argv[3]);
    const int first = std::atoi(argv[4]), last = std::atoi(argv[5]), step = std::atoi(argv[6]);
    std::map<int, std::vector<rules::AnyPosition>> by_cells;
    search::SearchOptions options;
    options.hash_mb = 8;
    options.use_solver = false;
    const auto engine = search::make_search(options);
    protocol::Limits limits;
    limits.nodes = argc > 7 ? static_cast<std::uint64_t>(std::atoll(argv[7])) : 10000;
    for (std::uint64_t game = 0; game < 20 * wanted; ++game) {
        bool enough = true;
        for (int n = first; n <= last; n += step) enough = enough && by_cells[n].size() >= wanted;
        if (enough) break;
        base::Rng rng(base::derived_seed(77, game));
        auto p = rules::AnyPosition::start(*rules);
        for (int k = 0; k < 4; ++k) {
            const auto legal = p.legal_moves();
            p = p.after(legal.nth(rng.below(static_cast<unsigned>(legal.size()))));
        }
        while (!p.is_over()) {
            const int n = search::playable_cells(p);
            if (by_cells.contains(n) && by_cells[n].size() < wanted) by_cells[n].push_back(p);
            p = p.after(*engine->think(p, {}, limits, {}, {}).move);
        }
    }
    search::ProofParameters parameters;
    for (int i = 8; i < argc; ++i) {
        const std::string word = argv[i];
        const double value = std::atof(word.c_str() + word.find('=') + 1);
        if (word.starts_with("cells=")) parameters.endgame_cells = static_cast<int>(value);
        if (word.starts_with("nodes="))
            parameters.endgame_nodes = static_cast<std::uint64_t>(value);
        if (word.starts_with("start=")) parameters.start = value;
        if (word.starts_with("slope=")) parameters.slope = value;
        if (word.starts_with("share=")) parameters.share = value;
        if (word.starts_with("patience=")) parameters.patience = value;
    }
    const auto solver = search::make_solver(64, parameters);
    for (const auto& [n, positions] : by_cells) {
        int solved = 0;
        std::vector<double> times;
        std::uint64_t nodes = 0;
        for (const auto& p : positions) {
            solver->clear();
            const double begin = cpu_seconds();
            std::stop_source source;
            search::SolveLimits solve_limits;
            solve_limits.stop = source.get_token();
            // The limit is of processor time, so wall time is allowed several times as much.
            solve_limits.time = std::chrono::nanoseconds(static_cast<long long>(seconds * 8e9));
            solve_limits.nodes = static_cast<std::uint64_t>(seconds * 20e6);
            const auto result = solver->solve(p, solve_limits);
            const double spent = cpu_seconds() - begin;
            times.push_back(result.result ? spent : 1e9);
            nodes += result.nodes;
            solved += result.result && spent <= seconds ? 1 : 0;
        }
        if (times.empty()) continue;
        std::sort(times.begin(), times.end());
        std::printf("%d cells: %zu positions, %.0f%% solved, median %.1f ms, 90%% %.1f ms, mean "
                    "nodes %.0f k\n",
                    n, positions.size(), 100.0 * solved / static_cast<double>(positions.size()),
                    1e3 * times[times.size() / 2], 1e3 * times[times.size() * 9 / 10],
                    static_cast<double>(nodes) / 1e3 / static_cast<double>(positions.size()));
        std::fflush(stdout);
    }
    return 0;
}
