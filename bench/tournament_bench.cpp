// SPDX-License-Identifier: MIT
#include <filesystem>
#include <map>
#include <mutex>
#include <thread>

#include <benchmark/benchmark.h>
#include <unistd.h>

#include "bots/builtin.h"
#include "store/match_keeper.h"
#include "store/store.h"
#include "tournament/play_tournament.h"
#include "tournament/simulation_for_test.h"

// What a tournament costs besides its games: pairing, and what lies between two games of a slot.

namespace ninefold::tournament {
namespace {

using Clock = std::chrono::steady_clock;

/// Each round of a Swiss: from its last result to the next pairings.
void pair_swiss(benchmark::State& state) {
    const auto bots = static_cast<int>(state.range(0));
    const TournamentSpec spec =
        spec_with(bots, "[[stage]]\ntype = \"swiss\"\nrounds = 11\ngames = 1\n");
    double slowest = 0;
    for (auto _ : state) {
        state.PauseTiming();
        Tournament tournament(spec);
        auto tasks = tournament.take_new_games();
        state.ResumeTiming();
        while (!tasks.empty()) {
            const auto begin = Clock::now();
            for (const GameTask& task : tasks) {
                benchmark::DoNotOptimize(tournament.add(task.number, lower_wins(task)));
            }
            tasks = tournament.take_new_games();
            slowest =
                std::max(slowest, std::chrono::duration<double>(Clock::now() - begin).count());
        }
    }
    state.counters["slowest_round_s"] = slowest;
}
BENCHMARK(pair_swiss)->Arg(100)->Arg(1000)->Unit(benchmark::kMillisecond)->Iterations(3);

/// When each game was being played: from its start to its last move.
class PlayTimes {
public:
    void note(int game) {
        const auto now = Clock::now();
        const std::scoped_lock lock(mutex_);
        const auto [span, is_new] = spans_.try_emplace(game, now, now);
        span->second.second = now;
    }
    double seconds() const {
        Clock::duration sum{};
        for (const auto& [game, span] : spans_) sum += span.second - span.first;
        return std::chrono::duration<double>(sum).count();
    }

private:
    std::mutex mutex_;
    std::map<int, std::pair<Clock::time_point, Clock::time_point>> spans_;
};

/// A random bot that thinks for a while.
class SlowBot final : public bots::Bot {
public:
    explicit SlowBot(PlayTimes& times) : times_(times), own_(*bots::make_builtin("random")) {}

    std::optional<bots::Failure> new_game(const bots::GameSetup& setup) override {
        game_ = setup.number;
        times_.note(game_);
        return own_->new_game(setup);
    }
    bots::Answer ask(const bots::Question& question, std::stop_token stop) override {
        std::this_thread::sleep_for(std::chrono::microseconds(1700));
        bots::Answer answer = own_->ask(question, stop);
        times_.note(game_);
        return answer;
    }

private:
    PlayTimes& times_;
    std::unique_ptr<bots::Bot> own_;
    int game_ = 0;
};

class Nobody final : public arena::EventSink {
public:
    void on_event(const arena::Event&) override {}
    bool wants_moves() const override { return false; }
};

/// Games of some 100 ms on two slots, each kept in a database: the share of the slots' time in
/// which no game was played.
void play_short_games(benchmark::State& state) {
    const auto folder = std::filesystem::temp_directory_path() /
                        fmt::format("ninefold-tournament-bench-{}", getpid());
    std::filesystem::create_directory(folder);
    constexpr int kSlots = 2;
    double games = 0, wall = 0, played = 0;
    for (auto _ : state) {
        const auto store = store::Store::open(folder / "games.db");
        const auto match = (*store)->create_match({.spec = "{}"});
        const auto keeper = store::MatchKeeper::open(**store, *match);
        Tournament tournament(
            spec_with(10, "[[stage]]\ntype = \"round-robin\"\ngames = 6\n", "time = \"none\"\n"));
        Nobody sink;
        PlayTimes times;
        const arena::BotMaker maker = [&](int, int) {
            return base::Result<std::unique_ptr<bots::Bot>>(std::make_unique<SlowBot>(times));
        };
        const auto begin = Clock::now();
        if (!play_tournament(tournament, {.maker = maker, .slots = kSlots}, **keeper, sink, {})) {
            state.SkipWithError("the run failed");
        }
        wall += std::chrono::duration<double>(Clock::now() - begin).count();
        games += tournament.games_played();
        played += times.seconds();
    }
    state.counters["game_ms"] = 1000 * played / games;
    state.counters["overhead_percent"] = 100 * (1 - played / (kSlots * wall));
    std::filesystem::remove_all(folder);
}
BENCHMARK(play_short_games)->Unit(benchmark::kMillisecond)->Iterations(1)->UseRealTime();

}  // namespace
}  // namespace ninefold::tournament

BENCHMARK_MAIN();
