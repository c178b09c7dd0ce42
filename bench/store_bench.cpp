// SPDX-License-Identifier: MIT
#include <cstdlib>
#include <filesystem>
#include <future>

#include <benchmark/benchmark.h>
#include <unistd.h>

#include "base/rng.h"
#include "store/match_keeper.h"
#include "store/store.h"

// How many games a second become durable. The referee's goal is 20,000 for built-in bots, so the
// store must take no more than a small part of that time.

namespace ninefold::store {
namespace {

record::GameRecord random_game(std::uint64_t seed, bool timed) {
    base::Rng rng(seed);
    record::GameRecord game;
    game.date = "2026-11-15T05:00:00Z";
    game.x = game.o = "random";
    rules::StandardPosition position;
    while (!position.is_over()) {
        const rules::BoardSet legal = position.legal_moves();
        record::Ply ply{.move = legal.nth(rng.below(static_cast<std::uint32_t>(legal.size())))};
        if (timed) ply.spent = record::Duration(300 + rng.below(5000));
        position = position.after(ply.move);
        game.plies.push_back(std::move(ply));
    }
    game.ending = position.outcome().ending;
    game.winner = position.outcome().winner;
    game.seed = seed;
    return game;
}

class Folder {
public:
    Folder()
        : path_(std::filesystem::temp_directory_path() /
                ("ninefold-bench-" + std::to_string(getpid()))) {
        std::filesystem::create_directory(path_);
    }
    ~Folder() { std::filesystem::remove_all(path_); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    std::filesystem::path database() const { return path_ / "games.db"; }

private:
    std::filesystem::path path_;
};

/// Argument: whether the games carry the time of every move.
void keep_games(benchmark::State& state) {
    const Folder folder;
    const auto store = Store::open(folder.database());
    const auto match = (*store)->create_match({.spec = "{}"});
    const auto keeper = MatchKeeper::open(**store, *match);
    std::vector<record::GameRecord> games;
    for (std::uint64_t seed = 0; seed < 256; ++seed) {
        games.push_back(random_game(seed, state.range(0) != 0));
    }
    int number = 0;
    for (auto _ : state) {
        (*keeper)->keep(number, games[static_cast<std::size_t>(number % 256)],
                        [](const base::Result<void>& kept) {
                            if (!kept) std::abort();
                        });
        ++number;
    }
    (*keeper)->flush();
    state.SetItemsProcessed(state.iterations());
    const auto bytes = std::filesystem::file_size(folder.database()) +
                       std::filesystem::file_size(folder.database().native() + "-wal");
    state.counters["bytes/game"] = static_cast<double>(bytes) / number;
}
BENCHMARK(keep_games)->Arg(0)->Arg(1)->Iterations(200'000)->UseRealTime();

/// The time from keep() to the answer on an idle machine: mostly the disk's.
void keep_one_game(benchmark::State& state) {
    const Folder folder;
    const auto store = Store::open(folder.database());
    const auto match = (*store)->create_match({.spec = "{}"});
    const auto keeper = MatchKeeper::open(**store, *match);
    const record::GameRecord game = random_game(1, true);
    int number = 0;
    for (auto _ : state) {
        std::promise<void> kept;
        (*keeper)->keep(number++, game, [&](const base::Result<void>&) { kept.set_value(); });
        kept.get_future().wait();
    }
}
BENCHMARK(keep_one_game)->UseRealTime()->Unit(benchmark::kMicrosecond);

void load_games(benchmark::State& state) {
    const Folder folder;
    const auto store = Store::open(folder.database());
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        if (!(*store)->add_casual(random_game(seed, true))) std::abort();
    }
    for (auto _ : state) {
        if (!(*store)->for_each({}, [](GameId, record::GameRecord game) {
                benchmark::DoNotOptimize(game);
                return true;
            })) {
            std::abort();
        }
    }
    state.SetItemsProcessed(100 * state.iterations());
}
BENCHMARK(load_games);

}  // namespace
}  // namespace ninefold::store

BENCHMARK_MAIN();
