// SPDX-License-Identifier: MIT
#include "tournament/report.h"

#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "arena/referee.h"
#include "bots/builtin.h"
#include "tournament/simulation_for_test.h"

namespace ninefold::tournament {
namespace {

using testing::HasSubstr;
using testing::Not;

/// A tournament of random bots, every game played, and its report.
class ReportTest : public testing::Test {
protected:
    ReportTest()
        : tournament_(
              spec_with(5,
                        "[[stage]]\nname = \"League\"\ntype = \"groups\"\ngroups = 2\nadvance = 1\n"
                        "[[stage]]\nname = \"Cup\"\ntype = \"knockout\"\naward = [10, 9]\n",
                        "name = \"<b>&\\\"Cup\\\"\"\ntime = \"none\"\n")) {
        auto x = *bots::make_builtin("random"), o = *bots::make_builtin("random");
        for (auto tasks = tournament_.take_new_games(); !tasks.empty();
             tasks = tournament_.take_new_games()) {
            for (const GameTask& task : tasks) {
                record::GameRecord game =
                    arena::play_game(tournament_.game_spec(task), *x, *o, nullptr, {});
                if (task.number == 3) forfeit(game);
                EXPECT_TRUE(
                    tournament_.add(task.number, *outcome_of(game, arena::PointScale::kBlocks)));
                games_[task.number] = game;
            }
        }
    }
    static void forfeit(record::GameRecord& game) {
        game.plies.resize(4);
        game.ending = rules::Ending::kCrash;
        game.winner = rules::Side::kO;
        game.detail = "X exited with code 1, </script><script>alert(1)\n\tsecond line";
    }
    Report report() const {
        Report report(tournament_);
        for (const auto& [number, game] : games_) report.add(number, game);
        return report;
    }

    Tournament tournament_;
    std::map<int, record::GameRecord> games_;
};

/// A server shows it to everybody.
TEST_F(ReportTest, DoesNotSayWhereOpeningsLie) {
    Report of = report();
    of.changes = {{"file:/srv/my bots/book.txt", 3}, {"file:book.txt", 4}, {"a/b: c", 5}};
    const auto changes = to_json(of)["changes"];
    EXPECT_EQ(changes[0]["what"], "file:book.txt");
    EXPECT_EQ(changes[1]["what"], "file:book.txt");
    EXPECT_EQ(changes[2]["what"], "a/b: c") << "a bot";
}

TEST_F(ReportTest, PackedGamesHoldEveryMove) {
    ASSERT_TRUE(tournament_.is_over());
    const auto json = with_games(report());
    EXPECT_EQ(json["tournament"], to_json(report()));
    const auto& bots = tournament_.spec().bots;
    ASSERT_EQ(json["bots"].size(), bots.size());
    ASSERT_EQ(json["games"].size(), games_.size());
    auto line = json["games"].begin();
    for (const auto& [number, game] : games_) {
        std::istringstream fields(line++->get<std::string>());
        std::string stage, ending, winner, moves, detail;
        std::size_t x = 0, o = 0;
        int own = -1, opening = -1;
        fields >> own >> stage >> x >> o >> ending >> winner >> opening >> moves;
        EXPECT_EQ(own, number);
        EXPECT_EQ(bots.at(x).name, game.x);
        EXPECT_EQ(bots.at(o).name, game.o);
        EXPECT_EQ(ending, rules::name(*game.ending));
        EXPECT_EQ(opening, game.opening);
        ASSERT_EQ(moves.size(), game.plies.size());
        for (std::size_t i = 0; i < moves.size(); ++i) {
            int move = moves[i] - '(';
            for (const char skipped : {'<', '>', '\\', '`'}) move -= moves[i] > skipped;
            EXPECT_EQ(static_cast<unsigned>(move), game.plies[i].move.value());
        }
        std::getline(fields, detail, '\0');
        EXPECT_EQ(detail, number == 3 ? ' ' + game.detail : "");
    }
}

TEST_F(ReportTest, StandingsHaveScoresAndForfeits) {
    const std::vector<Tally> tallies = tallies_of(tournament_);
    int games = 0, forfeits = 0;
    for (const Tally& tally : tallies) {
        games += tally.games;
        forfeits += tally.forfeits;
    }
    EXPECT_EQ(games, 2 * static_cast<int>(games_.size()));
    EXPECT_EQ(forfeits, 1);
    const auto json = to_json(report());
    for (const auto& row : json["final"]) {
        const auto& bots = tournament_.spec().bots;
        const auto bot = std::find_if(bots.begin(), bots.end(),
                                      [&](const BotEntry& b) { return b.name == row["bot"]; });
        const Tally& tally = tallies[static_cast<std::size_t>(bot - bots.begin())];
        EXPECT_EQ(row["points"], tally.points);
        EXPECT_EQ(row["most_points"], 3 * tally.games);
        EXPECT_EQ(row["forfeits"], tally.forfeits);
    }
}

TEST(ReportText, ScoresAndRatings) {
    Tally tally;
    tally.games = 20;
    tally.points = 14.5;
    EXPECT_EQ(score_text(tally, arena::PointScale::kPlain), "14.5/20");
    EXPECT_EQ(score_text(tally, arena::PointScale::kBlocks), "14.5/60");
    EXPECT_EQ(rating_text({-0.3, 663, 2}), "+0");
    EXPECT_EQ(rating_text({-0.0, 663, 0}), "–");
    EXPECT_EQ(rating_text({-35.2, 20, 50}), "-35");
}

TEST(ReportText, UnratedBots) {
    const GameOutcome crash{rules::Ending::kCrash, rules::Side::kX, {0, 0}, {3, 0}};
    Tournament tournament(spec_with(3, "[[stage]]\ntype = \"round-robin\"\n"));
    play_out(tournament, [&](const GameTask&) { return crash; });
    ASSERT_TRUE(tournament.is_over());
    const auto json = to_json(Report(tournament));
    for (const auto& row : json["final"]) EXPECT_EQ(row["elo"]["games"], 0);
    EXPECT_THAT(to_csv(Report(tournament)), Not(HasSubstr("-0")));
}

TEST(ReportText, OnlyTiesAreSaidToBeDecided) {
    const std::string stage = "[[stage]]\ntype = \"round-robin\"\n";
    const auto decided = [](const Tournament& tournament) {
        const Report report(tournament);
        EXPECT_THAT(to_csv(report), Not(HasSubstr(",points,,")));
        std::vector<std::string> all;
        const auto json = to_json(report);
        for (const auto& row : json["stages"][0]["tables"][0]["rows"]) {
            all.push_back(row["decided_by"]);
        }
        return all;
    };
    Tournament new_one(spec_with(3, stage)), clear(spec_with(3, stage)), tied(spec_with(3, stage));
    EXPECT_EQ(decided(new_one), (std::vector<std::string>{"", "", ""})) << "nobody has played";
    play_out(clear, lower_wins);
    EXPECT_EQ(decided(clear), (std::vector<std::string>{"", "", ""})) << "by points";
    play_out(tied, [](const GameTask&) { return drawn(3, 3); });
    EXPECT_EQ(decided(tied), (std::vector<std::string>{"", "coin", "coin"}));
}

TEST(ReportText, AwardsAreShownWhenAStageHasGivenThem) {
    const std::string stage = "[[stage]]\ntype = \"round-robin\"\naward = [4, 3]\n";
    Tournament tournament(spec_with(3, stage));
    play_out(tournament, lower_wins, 3);
    EXPECT_FALSE(has_awards(tournament));
    Tournament over(spec_with(3, stage));
    play_out(over, lower_wins);
    EXPECT_TRUE(has_awards(over));
}

TEST(ReportText, BothAreNamedWhereNeitherStarted) {
    const Tournament tournament(spec_with(2, "[[stage]]\ntype = \"round-robin\"\n"));
    const auto task = tournament.task(0);
    ASSERT_TRUE(task);
    record::GameRecord game;
    game.ending = rules::Ending::kStartFailed;
    Report report(tournament);
    report.add(0, game);
    const auto json = to_json(report);
    ASSERT_EQ(json["forfeits"].size(), 2u);
    EXPECT_EQ(json["forfeits"][0]["bot"], tournament.spec().bot(task->x).name);
    EXPECT_EQ(json["forfeits"][1]["bot"], tournament.spec().bot(task->o).name);
    EXPECT_EQ(json["forfeits"][1]["against"], tournament.spec().bot(task->x).name);
}

TEST_F(ReportTest, CsvAndJsonAgreeWithTheRanking) {
    const auto json = to_json(report());
    const auto ranking = tournament_.final_ranking();
    ASSERT_EQ(json["final"].size(), ranking.size());
    EXPECT_EQ(json["final"][0]["bot"], tournament_.spec().bot(ranking[0].team).name);
    EXPECT_EQ(json["final"][0]["award"], 10);
    EXPECT_EQ(json["points"], "blocks");
    ASSERT_EQ(json["forfeits"].size(), 1u);
    EXPECT_EQ(json["forfeits"][0]["bot"], games_.at(3).x);
    EXPECT_EQ(json["forfeits"][0]["against"], games_.at(3).o);
    for (const auto& table : json["stages"][0]["tables"]) {
        for (const auto& row : table["rows"]) EXPECT_EQ(row["advances"], row["place"] == 1);
    }
    const std::string csv = to_csv(report());
    // Headings, five rows of groups, two of the cup, five of the final ranking; equal columns.
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 13);
    for (std::size_t at = 0; at < csv.size(); at = csv.find('\n', at) + 1) {
        const std::string row = csv.substr(at, csv.find('\n', at) - at);
        EXPECT_EQ(std::count(row.begin(), row.end(), ','), 17) << row;
    }
}

}  // namespace
}  // namespace ninefold::tournament
