// SPDX-License-Identifier: MIT
// Evaluates the positions of a data file with the engine's own code:
//   crosscheck NETWORK DATA FIRST COUNT portable|best   prints "score draw" a line
//   crosscheck NETWORK DATA FIRST COUNT speed           prints evaluations a second
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "net/evaluate.h"
#include "rules/ruleset.h"

namespace {

using namespace ninefold;

constexpr std::size_t kHeader = 32, kRecord = 34;

rules::BoardSet marks(const unsigned char* p) {
    rules::BoardSet set;
    for (unsigned b = 0; b < 9; ++b) {
        std::uint32_t word;
        std::memcpy(&word, p + 4 * (b / 3), 4);
        set.set_block(rules::Block{static_cast<std::uint8_t>(b)},
                      rules::CellSet(word >> 9 * (b % 3) & 511));
    }
    return set;
}

template <rules::Ruleset R>
rules::Position<R> position(const unsigned char* p, rules::TieBreak tie_break) {
    std::uint32_t won;
    std::memcpy(&won, p + 24, 4);
    rules::Parts parts;
    const bool x_moves = p[29] % 2 == 0;
    (x_moves ? parts.x : parts.o) = marks(p);
    (x_moves ? parts.o : parts.x) = marks(p + 12);
    (x_moves ? parts.x_won : parts.o_won) = rules::BlockSet(won & 511);
    (x_moves ? parts.o_won : parts.x_won) = rules::BlockSet(won >> 9 & 511);
    parts.side = x_moves ? rules::Side::kX : rules::Side::kO;
    if (p[28] < 9) parts.target = rules::Cell{p[28]};
    return rules::Position<R>::from_parts(parts, tie_break);
}

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
int run(const char* path, rules::Rules rules, const std::vector<unsigned char>& data, long first,
        long count, const std::string& mode) {
    const auto start = std::chrono::steady_clock::now();
    const auto network =
        net::Network::load(path, rules,
                           mode == "portable" ? net::portable_kernels() : net::best_kernels());
    if (!network) return std::fprintf(stderr, "%s\n", network.error().message.c_str()), 2;
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    std::vector<rules::Position<R>> positions;
    for (long i = first; i < first + count; ++i) {
        positions.push_back(
            position<R>(data.data() + kHeader + kRecord * static_cast<std::size_t>(i),
                        rules.tie_break));
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
    std::ifstream in(argv[2], std::ios::binary);
    const std::vector<unsigned char> data{std::istreambuf_iterator<char>(in),
                                          std::istreambuf_iterator<char>()};
    const long first = std::atol(argv[3]), count = std::atol(argv[4]);
    if (first < 0 || count < 0 ||
        data.size() < kHeader + kRecord * static_cast<std::size_t>(first + count)) {
        return std::fprintf(stderr, "%s: too few positions\n", argv[2]), 2;
    }
    const rules::Rules rules{rules::kRulesets[data[8] % 3], rules::kTieBreaks[data[9] % 2]};
    switch (rules.ruleset) {
        case rules::Ruleset::kOpen:
            return run<rules::Ruleset::kOpen>(argv[1], rules, data, first, count, argv[5]);
        case rules::Ruleset::kCorrespondence:
            return run<rules::Ruleset::kCorrespondence>(argv[1], rules, data, first, count,
                                                        argv[5]);
        default: return run<rules::Ruleset::kStandard>(argv[1], rules, data, first, count, argv[5]);
    }
}
