// SPDX-License-Identifier: MIT
// Speed of the rules. The counter `vs_plain` is the ratio to the same work done by the plain rules
// of tests/reference, measured at the start of the same run.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <ctime>
#include <string>
#include <vector>

#include "base/rng.h"
#include "reference/plain_rules.h"
#include "rules/any_position.h"
#include "rules/perft.h"
#include "rules/playout.h"
#include "rules/position_text.h"
#include "rules/symmetry.h"

namespace ninefold {
namespace {

using benchmark::Counter;
using reference::PlainGame;
using rules::Counting;
using rules::Position;
using rules::Ruleset;

double cpu_seconds() {
    std::timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Units a second of `work`, which returns the units done; the best of five.
template <typename F>
double rate_of(F&& work) {
    double best = 0;
    for (int i = 0; i < 5; ++i) {
        const double start = cpu_seconds();
        const auto units = static_cast<double>(work());
        best = std::max(best, units / (cpu_seconds() - start));
    }
    return best;
}

PlainGame plain_game(Ruleset ruleset) { return {std::string(name(ruleset)), false}; }

template <Ruleset R>
double plain_nodes_per_second() {
    static const double kRate = rate_of([] { return reference::plain_perft(plain_game(R), 4); });
    return kRate;
}

int plain_random_game(Ruleset ruleset, base::Rng& rng) {
    PlainGame game = plain_game(ruleset);
    for (int plies = 0;; ++plies) {
        const std::vector<int> moves = game.legal_moves();
        if (moves.empty()) return plies;
        const int move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
        game.play(move / 9, move % 9);
    }
}

template <Ruleset R>
double plain_games_per_second() {
    static const double kRate = rate_of([] {
        base::Rng rng(1);
        int plies = 0;
        for (int i = 0; i < 1000; ++i) plies += plain_random_game(R, rng);
        benchmark::DoNotOptimize(plies);
        return 1000;
    });
    return kRate;
}

/// Reports `units` done since `start` as a rate and as a ratio to the plain rules' rate.
void set_rate(benchmark::State& state, const char* name, double start, double units,
              double plain_rate) {
    state.counters[name] = Counter(units, Counter::kIsRate);
    state.counters["vs_plain"] = units / (cpu_seconds() - start) / plain_rate;
}

template <Ruleset R, Counting C>
void perft_from_start(benchmark::State& state) {
    const double baseline = plain_nodes_per_second<R>();
    const double start = cpu_seconds();
    double nodes = 0;
    for (auto _ : state) {
        nodes += static_cast<double>(perft(Position<R>(), static_cast<int>(state.range(0)), C));
    }
    set_rate(state, "nodes/s", start, nodes, baseline);
}
BENCHMARK(perft_from_start<Ruleset::kStandard, Counting::kEveryLeaf>)
    ->Name("perft/every-leaf/standard")
    ->Arg(7)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(perft_from_start<Ruleset::kOpen, Counting::kEveryLeaf>)
    ->Name("perft/every-leaf/open")
    ->Arg(7)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(perft_from_start<Ruleset::kCorrespondence, Counting::kEveryLeaf>)
    ->Name("perft/every-leaf/correspondence")
    ->Arg(5)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(perft_from_start<Ruleset::kStandard, Counting::kBulk>)
    ->Name("perft/bulk/standard")
    ->Arg(8)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(perft_from_start<Ruleset::kOpen, Counting::kBulk>)
    ->Name("perft/bulk/open")
    ->Arg(8)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(perft_from_start<Ruleset::kCorrespondence, Counting::kBulk>)
    ->Name("perft/bulk/correspondence")
    ->Arg(6)
    ->Unit(benchmark::kMillisecond);

template <Ruleset R>
void random_games_in_batches(benchmark::State& state) {
    const double baseline = plain_games_per_second<R>();
    const double start = cpu_seconds();
    base::Rng rng(1);
    double games = 0;
    double plies = 0;
    for (auto _ : state) {
        const auto tally = playouts(Position<R>(), rng, 10000);
        games += static_cast<double>(tally.games());
        plies += static_cast<double>(tally.plies);
    }
    set_rate(state, "games/s", start, games, baseline);
    state.counters["plies/s"] = Counter(plies, Counter::kIsRate);
}
BENCHMARK(random_games_in_batches<Ruleset::kStandard>)->Name("playouts/batch/standard");
BENCHMARK(random_games_in_batches<Ruleset::kOpen>)->Name("playouts/batch/open");
BENCHMARK(random_games_in_batches<Ruleset::kCorrespondence>)->Name("playouts/batch/correspondence");

template <Ruleset R>
void random_games_one_by_one(benchmark::State& state) {
    const double baseline = plain_games_per_second<R>();
    const double start = cpu_seconds();
    base::Rng rng(1);
    double games = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(playout(Position<R>(), rng));
        ++games;
    }
    set_rate(state, "games/s", start, games, baseline);
}
BENCHMARK(random_games_one_by_one<Ruleset::kStandard>)->Name("playouts/single/standard");
BENCHMARK(random_games_one_by_one<Ruleset::kOpen>)->Name("playouts/single/open");
BENCHMARK(random_games_one_by_one<Ruleset::kCorrespondence>)
    ->Name("playouts/single/correspondence");

/// Positions of random games with a legal move for each.
template <Ruleset R>
struct Sample {
    std::vector<Position<R>> positions;
    std::vector<rules::Move> moves;
};

template <Ruleset R>
Sample<R> sample(std::size_t size) {
    base::Rng rng(7);
    Sample<R> chosen;
    while (chosen.positions.size() < size) {
        Position<R> position;
        while (!position.is_over()) {
            const auto legal = position.legal_moves();
            const auto move = legal.nth(rng.below(static_cast<std::uint32_t>(legal.size())));
            chosen.positions.push_back(position);
            chosen.moves.push_back(move);
            position = position.after(move);
        }
    }
    return chosen;
}

/// Runs `work(position, move)` over a sample that fits the cache.
template <Ruleset R, typename F>
void over_sample(benchmark::State& state, F&& work) {
    const Sample<R> chosen = sample<R>(256);
    double done = 0;
    for (auto _ : state) {
        for (std::size_t i = 0; i < 256; ++i) work(chosen.positions[i], chosen.moves[i]);
        done += 256;
    }
    state.counters["each"] = Counter(done, Counter::kIsRate | Counter::kInvert);
}

template <Ruleset R>
void make_move(benchmark::State& state) {
    over_sample<R>(state, [](const Position<R>& position, rules::Move move) {
        const Position<R> next = position.after(move);
        benchmark::DoNotOptimize(&next);
        benchmark::ClobberMemory();
    });
}
BENCHMARK(make_move<Ruleset::kStandard>)->Name("make-move/standard");
BENCHMARK(make_move<Ruleset::kOpen>)->Name("make-move/open");
BENCHMARK(make_move<Ruleset::kCorrespondence>)->Name("make-move/correspondence");

void make_move_any(benchmark::State& state) {
    over_sample<Ruleset::kStandard>(state, [](const auto& position, rules::Move move) {
        const rules::AnyPosition next = rules::AnyPosition(position).after(move);
        benchmark::DoNotOptimize(&next);
        benchmark::ClobberMemory();
    });
}
BENCHMARK(make_move_any)->Name("make-move/any");

void list_legal_moves(benchmark::State& state) {
    over_sample<Ruleset::kStandard>(state, [](const auto& position, rules::Move) {
        unsigned sum = 0;
        for (const rules::Move move : position.legal_moves()) sum += move.value();
        benchmark::DoNotOptimize(sum);
    });
}
BENCHMARK(list_legal_moves)->Name("legal-moves/standard");

void hash_from_parts(benchmark::State& state) {
    over_sample<Ruleset::kStandard>(state, [](const auto& p, rules::Move) {
        using rules::Side;
        const rules::Parts parts{p.marks(Side::kX), p.marks(Side::kO), p.won(Side::kX),
                                 p.won(Side::kO),   p.side(),          p.target_cell()};
        const auto built = rules::StandardPosition::from_parts(parts, p.tie_break());
        benchmark::DoNotOptimize(built.hash());
    });
}
BENCHMARK(hash_from_parts)->Name("from-parts/standard");

void apply_symmetry(benchmark::State& state) {
    unsigned s = 0;
    over_sample<Ruleset::kStandard>(state, [&](const auto& position, rules::Move) {
        benchmark::DoNotOptimize(rules::Symmetry(s++ % 8)(position).hash());
    });
}
BENCHMARK(apply_symmetry)->Name("symmetry/standard");

void find_canonical(benchmark::State& state) {
    over_sample<Ruleset::kStandard>(state, [](const auto& position, rules::Move) {
        benchmark::DoNotOptimize(canonical(position).position.hash());
    });
}
BENCHMARK(find_canonical)->Name("canonical/standard");

void print_position(benchmark::State& state) {
    over_sample<Ruleset::kStandard>(state, [](const auto& position, rules::Move) {
        benchmark::DoNotOptimize(to_text(rules::AnyPosition(position)).size());
    });
}
BENCHMARK(print_position)->Name("position-text/print");

void read_position(benchmark::State& state) {
    const auto chosen = sample<Ruleset::kStandard>(256);
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < 256; ++i) {
        texts.push_back(to_text(rules::AnyPosition(chosen.positions[i])));
    }
    double done = 0;
    for (auto _ : state) {
        for (const std::string& text : texts) {
            benchmark::DoNotOptimize(rules::parse_position(text).has_value());
        }
        done += 256;
    }
    state.counters["each"] = Counter(done, Counter::kIsRate | Counter::kInvert);
}
BENCHMARK(read_position)->Name("position-text/read");

}  // namespace
}  // namespace ninefold

BENCHMARK_MAIN();
