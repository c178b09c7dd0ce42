// SPDX-License-Identifier: MIT
// Evaluates the positions of a data file with the engine's own code:
//   crosscheck NETWORK DATA FIRST COUNT portable|best   prints "score draw" a line
//   crosscheck NETWORK DATA FIRST COUNT speed           prints evaluations a second
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include "net/data_file.h"
#include "net/evaluate.h"
#include "rules/ruleset.h"

namespace {

using namespace ninefold;

/// Evaluates all children of every position, moves and incremental updates included.
template <rules::Ruleset R>
void measure(const net::Network& network, const std::vector<rules::Position<R>>& positions) {
    for (int repeat = 0; repeat < 3; ++repeat) {
        long count = 0, total = 0;
        const std::clock_t start = std::clock();  // processor time: other programs do not count
        for (const auto& p : positions) {
            net::Accumulator root, child;
            root.refresh(network, p);
            for (const rules::Move move : p.legal_moves()) {
                const auto next = p.after(move);
                if (next.is_over()) continue;
                child.update(network, root, move, next);
                total += net::evaluate(network, child, next);
                ++count;
            }
        }
        const double time =
            static_cast<double>(std::clock() - start) / static_cast<double>(CLOCKS_PER_SEC);
        std::printf("%ld evaluations, %.2f M/s, %.1f ns each (sum %ld)\n", count,
                    static_cast<double>(count) / time / 1e6,
                    time / static_cast<double>(count) * 1e9, total);
    }
}

template <rules::Ruleset R>
int run(const char* path, const net::DataFile& data, std::size_t first, std::size_t count,
        const std::string& mode) {
    const auto start = std::chrono::steady_clock::now();
    const auto network =
        net::Network::load(path, data.rules,
                           mode == "portable" ? net::portable_kernels() : net::best_kernels());
    if (!network) return std::fprintf(stderr, "%s\n", network.error().message.c_str()), 2;
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    std::vector<rules::Position<R>> positions;
    for (std::size_t i = first; i < first + count; ++i) {
        data.positions[i]
            .position(data.rules)
            .visit([&]<rules::Ruleset Q>(const rules::Position<Q>& p) {
                if constexpr (Q == R) positions.push_back(p);
            });
    }
    if (mode == "speed") {
        std::printf("%s, loaded in %.0f ms\n", network->kernels().name, time.count() * 1e3);
        return measure(*network, positions), 0;
    }
    for (const auto& p : positions) {
        net::Accumulator accumulator;
        accumulator.refresh(*network, p);
        const net::Logits logits = net::evaluate_logits(*network, accumulator, p);
        std::printf("%d %d\n", logits.score, logits.draw);
    }
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 6) return std::fprintf(stderr, "crosscheck NETWORK DATA FIRST COUNT MODE\n"), 2;
    const auto data = net::DataFile::load(argv[2]);
    if (!data) return std::fprintf(stderr, "%s\n", data.error().message.c_str()), 2;
    const std::size_t first = std::strtoul(argv[3], nullptr, 10);
    const std::size_t count = std::strtoul(argv[4], nullptr, 10);
    if (first > data->positions.size() || count > data->positions.size() - first) {
        return std::fprintf(stderr, "%s: too few positions\n", argv[2]), 2;
    }
    return rules::AnyPosition::start(data->rules)
        .visit([&]<rules::Ruleset R>(const rules::Position<R>&) {
            return run<R>(argv[1], *data, first, count, argv[5]);
        });
}
