// SPDX-License-Identifier: MIT
#include "arena/match.h"

#include <malloc.h>

#include <atomic>
#include <map>
#include <mutex>
#include <new>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arena/bot_maker.h"
#include "arena/scripted_bot_for_test.h"
#include "bots/builtin.h"

namespace ninefold::arena {
namespace {

GamePlace builtin(std::string a, std::string b, int slots) {
    return {.maker = [a = std::move(a),
                      b = std::move(b)](int bot,
                                        int) { return bots::make_builtin(bot == 0 ? a : b); },
            .slots = slots};
}

/// Remembers what it was told.
class Notebook final : public EventSink {
public:
    void on_event(const Event& event) override {
        const std::scoped_lock lock(mutex_);
        if (const auto* ended = std::get_if<GameEnded>(&event)) {
            ended_[ended->game] = ended->record->moves();
        }
    }
    std::map<int, std::vector<rules::Move>> ended_;

private:
    std::mutex mutex_;
};

/// Keeps games in memory, and fails from a given one on.
class MemoryKeeper final : public GameKeeper {
public:
    void keep(int number, record::GameRecord game, OnKept on_kept) override {
        if (number >= fail_from) return on_kept(base::fail("the disk is full"));
        {
            const std::scoped_lock lock(mutex_);
            EXPECT_TRUE(games.emplace(number, std::move(game)).second) << "kept twice: " << number;
        }
        on_kept({});
    }
    std::map<int, record::GameRecord> games;
    int fail_from = 1 << 30;

private:
    std::mutex mutex_;
};

MatchSpec spec_of(int games, std::uint64_t seed = 7) {
    MatchSpec spec;
    spec.id = "1";
    spec.a_name = "a";
    spec.b_name = "b";
    spec.format = MatchFormat::games(games);
    spec.openings = *Openings::parse("random:4", spec.start);
    spec.seed = seed;
    return spec;
}

TEST(MatchTest, PairsShareTheirOpeningWithSidesSwapped) {
    Notebook notebook;
    MemoryKeeper keeper;
    Match match(spec_of(20));
    const auto report = match.run(builtin("random", "random", 1), keeper, notebook, {});
    ASSERT_TRUE(report);
    EXPECT_TRUE(report->complete);
    EXPECT_EQ(report->score.games(), 20);
    for (int pair = 0; pair < 10; ++pair) {
        const auto first = keeper.games.at(2 * pair);
        const auto second = keeper.games.at(2 * pair + 1);
        EXPECT_EQ(first.x, "a");
        EXPECT_EQ(second.x, "b");
        for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(first.plies[i].move, second.plies[i].move);
        EXPECT_EQ(first.opening, 4);
    }
}

TEST(MatchTest, SameGamesOnAnyNumberOfThreadsAndAfterAResume) {
    const auto games_of = [](int concurrency, int break_after) {
        MemoryKeeper keeper;
        Notebook notebook;
        keeper.fail_from = break_after;
        Match first(spec_of(40));
        auto report = first.run(builtin("random", "greedy", concurrency), keeper, notebook, {});
        if (!report) {
            EXPECT_EQ(report.error().message, "the disk is full");
            keeper.fail_from = 1 << 30;
            std::vector<PlayedGame> played;
            for (const auto& [number, game] : keeper.games) {
                played.push_back({number, game.x == "a", *game.ending, game.winner});
            }
            Match second(spec_of(40));
            second.resume(played);
            report = second.run(builtin("random", "greedy", concurrency), keeper, notebook, {});
        }
        EXPECT_EQ(report->score.games(), 40);
        std::map<int, std::vector<rules::Move>> moves;
        for (const auto& [number, game] : keeper.games) moves[number] = game.moves();
        EXPECT_EQ(moves, notebook.ended_);
        return moves;
    };
    const auto expected = games_of(1, 1 << 30);
    EXPECT_EQ(games_of(3, 1 << 30), expected);
    EXPECT_EQ(games_of(2, 17), expected);
}

TEST(MatchTest, PartOfALongerMatchPlaysItsGames) {
    Notebook all, part;
    MemoryKeeper whole, kept;
    ASSERT_TRUE(Match(spec_of(12)).run(builtin("random", "greedy", 1), whole, all, {}));
    MatchSpec spec = spec_of(4);
    spec.first_game = 6;
    Match match(spec);
    const auto report = match.run(builtin("random", "greedy", 2), kept, part, {});
    ASSERT_TRUE(report);
    EXPECT_EQ(report->score.games(), 4);
    ASSERT_EQ(part.ended_.size(), 4U);
    for (const auto& [number, moves] : part.ended_) EXPECT_EQ(moves, all.ended_.at(number));
    EXPECT_EQ(kept.games.begin()->first, 6);
}

TEST(MatchTest, TimeOddsFollowTheBotToEitherSide) {
    MatchSpec spec = spec_of(2);
    spec.time_control.move = std::chrono::seconds(10);
    EXPECT_EQ(spec.time_text(), "move=10s");
    spec.time_control_b.emplace().move = std::chrono::seconds(1);
    EXPECT_EQ(spec.time_text(), "A move=10s; B move=1s");
    EXPECT_EQ(to_text(spec.game(0).time_control), "X move=10s; O move=1s");
    MatchSpec quicker = spec;
    quicker.format = *MatchFormat::parse("batches=1:1,1:1:0.5");
    EXPECT_EQ(to_text(quicker.game(1).time_control), "X move=1s; O move=10s");
    EXPECT_EQ(to_text(quicker.game(3).time_control), "X move=500ms; O move=5s");
    Notebook notebook;
    MemoryKeeper keeper;
    ASSERT_TRUE(Match(spec).run(builtin("first", "first", 1), keeper, notebook, {}));
    EXPECT_EQ(keeper.games.at(1).time_control, "X move=1s; O move=10s");
}

TEST(MatchTest, BatchesEndWhenTheLeadDecides) {
    Notebook notebook;
    MemoryKeeper keeper;
    MatchSpec spec = spec_of(2);
    spec.format = MatchFormat::code_tournament();
    Match decided(spec);
    const auto report = decided.run(builtin("greedy", "random", 2), keeper, notebook, {});
    ASSERT_TRUE(report);
    EXPECT_EQ(report->winner, 'a');
    EXPECT_LT(report->score.games(), 30);

    // Two bots whose games are always drawn by no one's winning twice: first against first from
    // the same opening gives each side the same result in both games of a pair.
    MemoryKeeper other;
    spec.time_control = *parse_time_control("move=40s");
    Match drawn(spec);
    const auto even = drawn.run(builtin("first", "first", 1), other, notebook, {});
    ASSERT_TRUE(even);
    EXPECT_FALSE(even->winner);
    EXPECT_EQ(even->score.games(), 30);
    EXPECT_THAT(even->verdict, testing::HasSubstr("drawn at 15 to 15"));
    EXPECT_EQ(other.games.at(29).time_control, "move=10s");
    EXPECT_EQ(other.games.at(19).time_control, "move=40s");
}

TEST(MatchTest, VoidGamesAreReplayedAndNeverScored) {
    std::atomic<int> asked = 0;
    const auto shaky = [&](int index, int) -> base::Result<std::unique_ptr<bots::Bot>> {
        if (index == 1) return bots::make_builtin("random");
        std::unique_ptr<bots::Bot> bot =
            std::make_unique<ScriptedBot>([&](const bots::Question& q) {
                if (asked++ == 0)
                    return bots::Answer{bots::Failure{rules::Ending::kVoid, "x"}, {}, {}};
                return bots::Answer{*q.position.legal_moves().begin(), {}, {}};
            });
        return bot;
    };
    Notebook notebook;
    MemoryKeeper keeper;
    const auto report = Match(spec_of(2)).run({.maker = shaky}, keeper, notebook, {});
    ASSERT_TRUE(report);
    EXPECT_EQ(report->score.games(), 2);
    EXPECT_NE(keeper.games.at(0).ending, rules::Ending::kVoid);
}

TEST(MatchTest, EndsWithTheReasonWhereAGameCannotBePlayedOrABotNotMade) {
    const auto always_void = [](int, int) -> base::Result<std::unique_ptr<bots::Bot>> {
        std::unique_ptr<bots::Bot> bot = std::make_unique<ScriptedBot>([](const bots::Question&) {
            return bots::Answer{bots::Failure{rules::Ending::kVoid, "x"}, {}, {}};
        });
        return bot;
    };
    const auto unmade = [](int, int) -> base::Result<std::unique_ptr<bots::Bot>> {
        return base::fail("there is no such file");
    };
    const auto too_large = [](int, int) -> base::Result<std::unique_ptr<bots::Bot>> {
        throw std::bad_alloc();
    };
    Notebook notebook;
    MemoryKeeper keeper;
    auto report = Match(spec_of(2)).run({.maker = always_void, .slots = 2}, keeper, notebook, {});
    ASSERT_FALSE(report);
    EXPECT_THAT(report.error().message, testing::HasSubstr("was void 3 times in a row"));
    EXPECT_THAT(report.error().message, testing::HasSubstr("cannot play it: X x, at move "));
    report = Match(spec_of(2)).run({.maker = unmade}, keeper, notebook, {});
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().message, "there is no such file");
    report = Match(spec_of(2)).run({.maker = too_large, .slots = 2}, keeper, notebook, {});
    ASSERT_FALSE(report);
    EXPECT_THAT(report.error().message, testing::HasSubstr("cannot be played: std::bad_alloc"));
    EXPECT_TRUE(keeper.games.empty());
}

TEST(MatchFormatTest, ParsesAndPrints) {
    EXPECT_EQ(MatchFormat::parse("batches")->text(), "batches=5:2,5:1,5:1:0.25");
    EXPECT_EQ(MatchFormat::parse("batches=3:1.5,2:1:0.5")->most_games(), 10);
    for (const char* text : {"", "batches=", "batches=5", "batches=0:1", "batches=5:0"}) {
        EXPECT_FALSE(MatchFormat::parse(text)) << text;
    }
}

/// Bytes that are allocated now; 0 where a sanitizer has an allocator of its own.
std::size_t allocated() {
    const auto info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

TEST(MatchTest, NeedsNoMoreMemoryForALongMatch) {
    MemoryKeeper keeper;
    std::stop_source stop;
    std::size_t most = 0;
    class Watch final : public EventSink {
    public:
        Watch(std::stop_source& stop, std::size_t& most) : stop_(stop), most_(most) {}
        void on_event(const Event& event) override {
            if (!std::holds_alternative<GameEnded>(event)) return;
            most_ = std::max(most_, allocated());
            if (++games_ == 3) stop_.request_stop();
        }

    private:
        std::stop_source& stop_;
        std::size_t& most_;
        int games_ = 0;
    } watch(stop, most);
    Match match(spec_of(MatchFormat::kMostGames));
    match.resume({{PlayedGame{1, false, rules::Ending::kDraw, {}}}});
    const std::size_t before = allocated();
    const auto report = match.run(builtin("first", "first", 1), keeper, watch, stop.get_token());
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_FALSE(report->complete);
    EXPECT_EQ(report->score.games(), 4);
    EXPECT_FALSE(keeper.games.contains(1));
    EXPECT_TRUE(keeper.games.contains(3));
    EXPECT_LT(most, before + (std::size_t{16} << 20));
}

TEST(ScoreTest, EloFromPairs) {
    Score score;
    for (int pair = 0; pair < 100; ++pair) {
        score.add(2 * pair, GameResult::kWin);
        score.add(2 * pair + 1, pair % 2 == 0 ? GameResult::kDraw : GameResult::kLoss);
    }
    const EloEstimate estimate = score.elo();
    EXPECT_NEAR(estimate.elo, 88.7, 0.1);  // 62.5 %
    EXPECT_GT(*estimate.low, 60);
    EXPECT_LT(*estimate.high, 120);
    EXPECT_GT(estimate.superiority, 0.999);
    EXPECT_EQ(score.pentanomial(), (std::array{0, 0, 50, 50, 0}));
}

/// The score after so many pairs, each of these two games.
Score score_of_pairs(int pairs, GameResult first, GameResult second) {
    Score score;
    for (int pair = 0; pair < pairs; ++pair) {
        score.add(2 * pair, first);
        score.add(2 * pair + 1, second);
    }
    return score;
}

TEST(ScoreTest, EqualPairsOfUnequalGamesHaveTheGamesOwnSpread) {
    const EloEstimate better = score_of_pairs(5, GameResult::kWin, GameResult::kDraw).elo();
    EXPECT_NEAR(better.elo, 190.8, 0.1);  // 75 %
    ASSERT_TRUE(better.low && better.high);
    EXPECT_NEAR(*better.low, 60.8, 0.1);  // 75 % ± 1.96 * sqrt(0.0625 / 9)
    EXPECT_NEAR(*better.high, 409.1, 0.1);
    // 1 - 2^-11, as if the ten games had all been won, would be too much.
    EXPECT_NEAR(better.superiority, 0.99865, 0.00001);

    const EloEstimate even = score_of_pairs(5, GameResult::kWin, GameResult::kLoss).elo();
    EXPECT_DOUBLE_EQ(even.elo, 0);
    ASSERT_TRUE(even.low && even.high);
    EXPECT_NEAR(*even.low, -*even.high, 1e-9);
    EXPECT_DOUBLE_EQ(even.superiority, 0.5);
}

TEST(ScoreTest, EqualPairsAndAnotherGameAreNotAllAlike) {
    Score score = score_of_pairs(2, GameResult::kWin, GameResult::kWin);
    score.add(4, GameResult::kLoss);
    EXPECT_TRUE(score.elo().low);
    EXPECT_LT(score.elo().superiority, 0.95);
}

TEST(ScoreTest, DrawsAloneSayNothingOfTheError) {
    const EloEstimate drawn = score_of_pairs(5, GameResult::kDraw, GameResult::kDraw).elo();
    EXPECT_DOUBLE_EQ(drawn.elo, 0);
    EXPECT_FALSE(drawn.low || drawn.high);
    EXPECT_DOUBLE_EQ(drawn.superiority, 0.5);
}

TEST(ScoreTest, NoLossesHasNoUpperEnd) {
    Score score;
    for (int i = 0; i < 10; ++i) score.add(i, GameResult::kWin);
    EXPECT_FALSE(score.elo().high);
    EXPECT_DOUBLE_EQ(score.elo().superiority, 1 - 1.0 / 2048);
}

TEST(ScoreTest, TwoLossesProveLittle) {
    Score score;
    for (int i = 0; i < 2; ++i) score.add(i, GameResult::kLoss);
    EXPECT_DOUBLE_EQ(score.elo().superiority, 0.125);
}

TEST(BotMaker, NoBotForfeitsForWhatThisMachineLacks) {
    bool is_ours = false;
    const BotMaker make = or_forfeit([&](int, int) -> base::Result<std::unique_ptr<bots::Bot>> {
        base::Error error = base::fail("/tmp is full");
        error.is_ours = is_ours;
        return error;
    });
    EXPECT_TRUE(make(0, 0));
    is_ours = true;
    EXPECT_FALSE(make(0, 0));
}

}  // namespace
}  // namespace ninefold::arena
