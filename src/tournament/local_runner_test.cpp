// SPDX-License-Identifier: MIT
#include "tournament/local_runner.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <map>
#include <mutex>

#include <gtest/gtest.h>

#include "bots/builtin.h"
#include "tournament/simulation_for_test.h"

namespace ninefold::tournament {
namespace {

/// Keeps games in memory, and can fail or stop the run at some game.
class MemoryKeeper final : public arena::GameKeeper {
public:
    void keep(int number, record::GameRecord game, OnKept on_kept) override {
        {
            const std::scoped_lock lock(mutex);
            if (static_cast<int>(games.size()) >= room) {
                return on_kept(base::fail("the disk is full"));
            }
            games.emplace(number, std::move(game));
            if (static_cast<int>(games.size()) == stop_at) stop.request_stop();
        }
        on_kept({});
    }
    std::map<int, GameOutcome> results() const {
        std::map<int, GameOutcome> all;
        for (const auto& [number, game] : games) {
            all[number] = *outcome_of(game, arena::PointScale::kBlocks);
        }
        return all;
    }

    std::mutex mutex;
    std::map<int, record::GameRecord> games;
    int room = 1'000'000;
    int stop_at = -1;
    std::stop_source stop;
};

class Nobody final : public arena::EventSink {
public:
    void on_event(const arena::Event& event) override {
        ended += std::holds_alternative<arena::GameEnded>(event);
    }
    bool wants_moves() const override { return false; }
    std::atomic<int> ended = 0;
};

base::Result<std::unique_ptr<bots::Bot>> builtin(TeamId team, int) {
    if (team.index == 0) return bots::make_builtin("greedy");
    if (team.index == 4) return base::fail("there is no such file");
    return bots::make_builtin(team.index == 1 ? "first" : "random");
}

constexpr const char* kStages =
    "[[stage]]\ntype = \"round-robin\"\nadvance = 4\n[[stage]]\ntype = \"knockout\"\n";

TEST(LocalRunner, PlaysEveryGameOnceAndBrokenBotsForfeit) {
    Tournament t(spec_with(5, kStages, "time = \"none\"\nopenings = \"random:2\"\n"));
    MemoryKeeper keeper;
    Nobody sink;
    ASSERT_TRUE(LocalRunner(t, builtin, keeper, sink, 4).run({}));
    EXPECT_TRUE(t.is_over());
    EXPECT_EQ(static_cast<int>(keeper.games.size()), t.games_played());
    EXPECT_EQ(sink.ended, t.games_played());
    EXPECT_EQ(t.final_ranking().front().team, TeamId{0});
    const StageRanking league = t.ranking(0);
    EXPECT_EQ(league.tables[0].rows.back().team, TeamId{4});
    EXPECT_EQ(league.tables[0].rows.back().tally.forfeits, 8);
}

TEST(LocalRunner, StoppedAnywhereAndTakenUpItEndsTheSame) {
    const TournamentSpec spec = spec_with(5, kStages, "time = \"none\"\n");
    Tournament whole(spec);
    MemoryKeeper all;
    Nobody sink;
    ASSERT_TRUE(LocalRunner(whole, builtin, all, sink, 1).run({}));
    for (int cut = 1; cut < whole.games_played(); cut += 3) {
        Tournament first(spec);
        MemoryKeeper keeper;
        keeper.stop_at = cut;
        ASSERT_TRUE(LocalRunner(first, builtin, keeper, sink, 3).run(keeper.stop.get_token()));
        // The two games beside it may be finished before they hear of the stop.
        if (cut + 2 < whole.games_played()) {
            EXPECT_FALSE(first.is_over());
        }
        Tournament second(spec, {}, keeper.results());
        ASSERT_TRUE(LocalRunner(second, builtin, keeper, sink, 2).run({}));
        ASSERT_TRUE(second.is_over());
        EXPECT_EQ(order_of(second), order_of(whole));
        EXPECT_EQ(keeper.games.size(), all.games.size());
    }
}

TEST(LocalRunner, DrainFinishesWhatRunsAndBeginsNothing) {
    Tournament t(spec_with(4, kStages, "time = \"none\"\n"));
    MemoryKeeper keeper;
    Nobody sink;
    int asked = 0;
    ASSERT_TRUE(LocalRunner(t, builtin, keeper, sink, 2).run({}, [&] { return ++asked > 5; }));
    EXPECT_EQ(t.games_played(), 5);
}

TEST(LocalRunner, GamesEndWhereTheyAreProvedIfThatIsWanted) {
    TournamentSpec spec = spec_with(4, kStages, "time = \"none\"\n");
    spec.points = arena::PointScale::kPlain;
    spec.adjudicate = arena::Adjudicate::kProve;
    Tournament t(spec);
    MemoryKeeper keeper;
    Nobody sink;
    ASSERT_TRUE(LocalRunner(t, builtin, keeper, sink, 2).run({}));
    EXPECT_TRUE(t.is_over());
    EXPECT_GT(std::count_if(keeper.games.begin(), keeper.games.end(),
                            [](const auto& game) {
                                return game.second.ending == rules::Ending::kAdjudicated;
                            }),
              0);
}

TEST(LocalRunner, FullDiskEndsTheRunWithTheReason) {
    Tournament t(spec_with(4, kStages, "time = \"none\"\n"));
    MemoryKeeper keeper;
    keeper.room = 3;
    Nobody sink;
    const auto run = LocalRunner(t, builtin, keeper, sink, 2).run({});
    ASSERT_FALSE(run);
    EXPECT_EQ(run.error().message, "the disk is full");
    EXPECT_EQ(t.games_played(), 3);
}

/// Plays at once, until it has had enough.
class Elsewhere final : public arena::Venue {
public:
    base::Result<record::GameRecord> play(const arena::GameSpec& spec, int x, int o,
                                          std::stop_token stop) override {
        if (++games > most) return base::fail("the venue is closed");
        const auto first = builtin(TeamId{x}, 0);
        const auto second = builtin(TeamId{o}, 0);
        return arena::play_game(spec, **first, **second, nullptr, stop);
    }
    std::atomic<int> games = 0;
    int most = 1'000'000;
};

TEST(LocalRunner, AtAVenueItIsTheSameTournament) {
    const TournamentSpec spec = spec_with(4, kStages, "time = \"none\"\n");
    Tournament here(spec), there(spec);
    MemoryKeeper keeper_here, keeper_there;
    Nobody sink;
    Elsewhere venue;
    ASSERT_TRUE(LocalRunner(here, builtin, keeper_here, sink, 1).run({}));
    ASSERT_TRUE(LocalRunner(there, venue, keeper_there, sink, 8).run({}));
    EXPECT_TRUE(there.is_over());
    EXPECT_EQ(venue.games, there.games_played());
    EXPECT_EQ(order_of(there), order_of(here));
    EXPECT_EQ(keeper_there.results(), keeper_here.results());
}

/// A queue that nobody plays from.
class Queue final : public arena::Venue {
public:
    base::Result<record::GameRecord> play(const arena::GameSpec& spec, int, int,
                                          std::stop_token stop) override {
        ++games;
        std::mutex mutex;
        std::condition_variable_any never;
        std::unique_lock lock(mutex);
        never.wait(lock, stop, [] { return false; });
        record::GameRecord broken_off;
        broken_off.start = spec.start;
        return broken_off;
    }
    std::atomic<int> games = 0;
};

TEST(LocalRunner, GamesThatWaitAtAVenueAreNotWaitedForWhenItIsStopped) {
    Tournament t(spec_with(4, kStages, "time = \"none\"\n"));
    MemoryKeeper keeper;
    Nobody sink;
    Queue venue;
    ASSERT_TRUE(LocalRunner(t, venue, keeper, sink, 3).run({}, [&] { return venue.games == 3; }));
    EXPECT_EQ(t.games_played(), 0);
    EXPECT_FALSE(t.is_over());
}

TEST(LocalRunner, AVenueThatFailsEndsTheRunWithTheReason) {
    Tournament t(spec_with(4, kStages, "time = \"none\"\n"));
    MemoryKeeper keeper;
    Nobody sink;
    Elsewhere venue;
    venue.most = 3;
    // With two slots the failure might break the third game off.
    const auto run = LocalRunner(t, venue, keeper, sink, 1).run({});
    ASSERT_FALSE(run);
    EXPECT_EQ(run.error().message, "the venue is closed");
    EXPECT_EQ(t.games_played(), 3);
}

}  // namespace
}  // namespace ninefold::tournament
