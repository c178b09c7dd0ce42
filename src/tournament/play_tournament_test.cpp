// SPDX-License-Identifier: MIT
#include "tournament/play_tournament.h"

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

base::Result<std::unique_ptr<bots::Bot>> builtin(int bot, int) {
    if (bot == 0) return bots::make_builtin("greedy");
    if (bot == 4) return base::fail("there is no such file");
    return bots::make_builtin(bot == 1 ? "first" : "random");
}

arena::GamePlace here(int slots) { return {.maker = arena::or_forfeit(builtin), .slots = slots}; }

constexpr const char* kStages =
    "[[stage]]\ntype = \"round-robin\"\nadvance = 4\n[[stage]]\ntype = \"knockout\"\n";

TEST(PlayTournament, PlaysEveryGameOnceAndBrokenBotsForfeit) {
    Tournament t(spec_with(5, kStages, "time = \"none\"\nopenings = \"random:2\"\n"));
    MemoryKeeper keeper;
    Nobody sink;
    ASSERT_TRUE(play_tournament(t, here(4), keeper, sink, {}));
    EXPECT_TRUE(t.is_over());
    EXPECT_EQ(static_cast<int>(keeper.games.size()), t.games_played());
    EXPECT_EQ(sink.ended, t.games_played());
    EXPECT_EQ(t.final_ranking().front().team, TeamId{0});
    const StageRanking league = t.ranking(0);
    EXPECT_EQ(league.tables[0].rows.back().team, TeamId{4});
    EXPECT_EQ(league.tables[0].rows.back().tally.forfeits, 8);
}

TEST(PlayTournament, StoppedAnywhereAndTakenUpItEndsTheSame) {
    const TournamentSpec spec = spec_with(5, kStages, "time = \"none\"\n");
    Tournament whole(spec);
    MemoryKeeper all;
    Nobody sink;
    ASSERT_TRUE(play_tournament(whole, here(1), all, sink, {}));
    for (int cut = 1; cut < whole.games_played(); cut += 3) {
        Tournament first(spec);
        MemoryKeeper keeper;
        keeper.stop_at = cut;
        ASSERT_TRUE(play_tournament(first, here(3), keeper, sink, keeper.stop.get_token()));
        // The two games beside it may be finished before they hear of the stop.
        if (cut + 2 < whole.games_played()) {
            EXPECT_FALSE(first.is_over());
        }
        Tournament second(spec, {}, keeper.results());
        ASSERT_TRUE(play_tournament(second, here(2), keeper, sink, {}));
        ASSERT_TRUE(second.is_over());
        EXPECT_EQ(order_of(second), order_of(whole));
        EXPECT_EQ(keeper.games.size(), all.games.size());
    }
}

TEST(PlayTournament, DrainFinishesWhatRunsAndBeginsNothing) {
    Tournament t(spec_with(4, kStages, "time = \"none\"\n"));
    MemoryKeeper keeper;
    Nobody sink;
    int asked = 0;
    ASSERT_TRUE(play_tournament(t, here(2), keeper, sink, {}, [&] { return ++asked > 5; }));
    EXPECT_EQ(t.games_played(), 5);
}

TEST(PlayTournament, GamesEndWhereTheyAreProvedIfThatIsWanted) {
    TournamentSpec spec = spec_with(4, kStages, "time = \"none\"\n");
    spec.points = arena::PointScale::kPlain;
    spec.adjudication.how = arena::Adjudicate::kProve;
    Tournament t(spec);
    MemoryKeeper keeper;
    Nobody sink;
    ASSERT_TRUE(play_tournament(t, here(2), keeper, sink, {}));
    EXPECT_TRUE(t.is_over());
    EXPECT_GT(std::count_if(keeper.games.begin(), keeper.games.end(),
                            [](const auto& game) {
                                return game.second.ending == rules::Ending::kAdjudicated;
                            }),
              0);
}

TEST(PlayTournament, FullDiskEndsTheRunWithTheReason) {
    Tournament t(spec_with(4, kStages, "time = \"none\"\n"));
    MemoryKeeper keeper;
    keeper.room = 3;
    Nobody sink;
    const auto run = play_tournament(t, here(2), keeper, sink, {});
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
        if (spec.number == unplayable) {
            arena::GameInProgress game(spec);
            game.end(rules::Ending::kVoid, std::nullopt, "nobody can play it");
            return game.take_record();
        }
        const auto first = builtin(x, 0);
        const auto second = builtin(o, 0);
        return arena::play_game(spec, **first, **second, nullptr, stop);
    }
    std::atomic<int> games = 0;
    int most = 1'000'000;
    int unplayable = -1;
};

TEST(PlayTournament, AtAVenueItIsTheSameTournament) {
    const TournamentSpec spec = spec_with(4, kStages, "time = \"none\"\n");
    Tournament local(spec), there(spec);
    MemoryKeeper keeper_here, keeper_there;
    Nobody sink;
    Elsewhere venue;
    ASSERT_TRUE(play_tournament(local, here(1), keeper_here, sink, {}));
    ASSERT_TRUE(play_tournament(there, {.venue = &venue, .slots = 8}, keeper_there, sink, {}));
    EXPECT_TRUE(there.is_over());
    EXPECT_EQ(venue.games, there.games_played());
    EXPECT_EQ(order_of(there), order_of(local));
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

TEST(PlayTournament, GamesThatWaitAtAVenueAreNotWaitedForWhenItIsStopped) {
    Tournament t(spec_with(4, kStages, "time = \"none\"\n"));
    MemoryKeeper keeper;
    Nobody sink;
    Queue venue;
    ASSERT_TRUE(play_tournament(t, {.venue = &venue, .slots = 3}, keeper, sink, {},
                                [&] { return venue.games == 3; }));
    EXPECT_EQ(t.games_played(), 0);
    EXPECT_FALSE(t.is_over());
}

TEST(PlayTournament, AVenueThatFailsEndsTheRunWithTheReason) {
    Tournament t(spec_with(4, kStages, "time = \"none\"\n"));
    MemoryKeeper keeper;
    Nobody sink;
    Elsewhere venue;
    venue.most = 3;
    // With two slots the failure might break the third game off.
    const auto run = play_tournament(t, {.venue = &venue, .slots = 1}, keeper, sink, {});
    ASSERT_FALSE(run);
    EXPECT_EQ(run.error().message, "the venue is closed");
    EXPECT_EQ(t.games_played(), 3);
}

TEST(PlayTournament, AGameThatAVenueCannotPlayIsVoidAndTheOthersArePlayed) {
    Tournament t(spec_with(4, kStages, "time = \"none\"\n"));
    const std::size_t first_round = Tournament(t.spec()).take_new_games().size();
    MemoryKeeper keeper;
    Nobody sink;
    Elsewhere venue;
    venue.unplayable = 1;
    const auto run = play_tournament(t, {.venue = &venue, .slots = 2}, keeper, sink, {});
    ASSERT_FALSE(run);
    EXPECT_NE(run.error().message.find("game 1 is void"), std::string::npos) << run.error().message;
    EXPECT_NE(run.error().message.find("nobody can play it"), std::string::npos);
    EXPECT_EQ(keeper.games.at(1).ending, rules::Ending::kVoid);
    EXPECT_GE(keeper.games.size(), first_round) << "the others were played";
    EXPECT_EQ(t.games_played(), static_cast<int>(keeper.games.size()) - 1) << "it is not scored";
    EXPECT_FALSE(t.is_over());
}

}  // namespace
}  // namespace ninefold::tournament
