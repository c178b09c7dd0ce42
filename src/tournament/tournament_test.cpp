// SPDX-License-Identifier: MIT
#include "tournament/tournament.h"

#include <map>
#include <set>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "tournament/simulation_for_test.h"

namespace ninefold::tournament {
namespace {

using rules::Side;

/// A class of 40: results by strength and chance, with draws, forfeits by every eighth team.
GameOutcome class_result(const GameTask& task) {
    base::Rng rng(base::derived_seed(99, static_cast<std::uint64_t>(task.number)));
    const auto forfeits = [](TeamId team) { return team.index % 8 == 7; };
    if (forfeits(task.x) && rng.below(3) == 0) return won_by(Side::kO, rules::Ending::kCrash);
    if (forfeits(task.o) && rng.below(3) == 0) return won_by(Side::kX, rules::Ending::kMoveTime);
    const double luck = rng.unit() - 0.5 + (task.o.index - task.x.index) * 0.015;
    if (luck > 0.25) return won_by(Side::kX);
    if (luck < -0.25) return won_by(Side::kO);
    const auto o_blocks = static_cast<int>(rng.below(4));
    return drawn(static_cast<int>(rng.below(4)), o_blocks);
}

TournamentSpec course_of(int bots) { return spec_with(bots, "", "preset = \"course\"\n"); }

std::vector<int> sorted_awards(const Tournament& t) {
    std::vector<int> awards;
    for (const FinalRow& row : t.final_ranking()) awards.push_back(static_cast<int>(row.award));
    std::sort(awards.rbegin(), awards.rend());
    return awards;
}

TEST(Course, ClassOfFortyEndsWithThePointsTable) {
    Tournament t(course_of(40));
    play_out(t, class_result);
    ASSERT_TRUE(t.is_over());
    ASSERT_EQ(t.stages().size(), 3u);
    EXPECT_EQ(t.ranking(0).tables.size(), 5u);      // groups of 8
    EXPECT_EQ(t.stages()[1].entrants.size(), 10u);  // the first two of each
    EXPECT_EQ(t.ranking(1).tables.size(), 4u);      // sizes 3, 3, 2, 2
    EXPECT_EQ(t.stages()[2].entrants.size(), 8u);   // quarter-finals
    EXPECT_EQ(t.stages()[2].meetings.size(), 7u);
    const auto ranking = t.final_ranking();
    EXPECT_EQ(ranking[0].award, 10);
    EXPECT_EQ(ranking[1].award, 9);
    EXPECT_EQ(ranking[2].award, 8);
    EXPECT_EQ(ranking[3].award, 8);
    // Winner 10, finalist 9, semi-finalists 8 8, quarter-finalists their 7 or 6, two third places
    // of round 2 their 5, five thirds of round 1 2, five fourths 1, the rest nothing.
    std::map<int, int> count;
    for (const int award : sorted_awards(t)) ++count[award];
    EXPECT_EQ(count[10], 1);
    EXPECT_EQ(count[9], 1);
    EXPECT_EQ(count[8], 2);
    EXPECT_EQ(count[7] + count[6], 4);
    EXPECT_EQ(count[5], 2);
    EXPECT_EQ(count[2], 5);
    EXPECT_EQ(count[1], 5);
    EXPECT_EQ(count[0], 20);
}

TEST(Course, QuarterFinalsDoNotRepeatGroups) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        TournamentSpec spec = course_of(40);
        spec.seed = seed;
        Tournament t(spec);
        play_out(t, class_result);
        std::map<int, int> group;
        for (const Entrant& entrant : t.stages()[2].entrants)
            group[entrant.team.index] = entrant.group;
        for (int i = 0; i < 4; ++i) {
            const Pairing& p = t.stages()[2].meetings[static_cast<std::size_t>(i)].pairing;
            EXPECT_NE(group[p.a.index], group[p.b.index]) << seed;
        }
    }
}

TEST(Course, CoinDecidesALevelTieAndIsTheSameEveryTime) {
    const auto all_drawn = [](const GameTask&) { return drawn(3, 3); };
    Tournament t(course_of(40)), again(course_of(40));
    play_out(t, all_drawn);
    play_out(again, all_drawn);
    ASSERT_TRUE(t.is_over());
    for (const Meeting& meeting : t.stages()[2].meetings) {
        EXPECT_EQ(meeting.verdict->decided_by, "coin");
        EXPECT_NE(meeting.winner(), kNobody);
    }
    const StageRanking first = t.ranking(0);
    for (const TableRow& row : first.tables.front().rows) {
        if (row.place > 1) {
            EXPECT_EQ(row.decided_by, "coin");
        }
    }
    EXPECT_EQ(order_of(t), order_of(again));
    TournamentSpec other = course_of(40);
    other.seed = 8;
    Tournament third(other);
    play_out(third, all_drawn);
    EXPECT_NE(order_of(t), order_of(third));
}

TEST(Course, SmallClassesWorkToo) {
    for (int n = 2; n <= 45; ++n) {
        Tournament t(course_of(n));
        play_out(t, class_result);
        ASSERT_TRUE(t.is_over()) << n;
        EXPECT_EQ(t.final_ranking().front().award, 10) << n;
    }
}

TEST(Withdrawal, LastInItsGroupAndLosesLaterRounds) {
    TournamentSpec spec = course_of(40);
    // Two strong teams: one leaves before the start, one before the knockout.
    spec.absences = {{TeamId{0}, Absence::Kind::kWithdrawn, 0, 0, "ill"},
                     {TeamId{1}, Absence::Kind::kDisqualified, 2, 0, "copied"}};
    Tournament t(spec);
    const auto tasks = play_out(t, lower_wins);
    ASSERT_TRUE(t.is_over());
    for (const GameTask& task : tasks) {
        EXPECT_NE(task.x, TeamId{0});
        EXPECT_NE(task.o, TeamId{0});
        if (task.stage == 2) {
            EXPECT_TRUE(task.x != TeamId{1} && task.o != TeamId{1});
        }
    }
    for (const Table& table : t.ranking(0).tables) {
        for (const TableRow& row : table.rows) {
            if (row.team == TeamId{0}) {
                EXPECT_EQ(row.place, static_cast<int>(table.rows.size()));
            }
        }
    }
    std::map<int, FinalRow> rows;
    for (const FinalRow& row : t.final_ranking()) rows[row.team.index] = row;
    EXPECT_EQ(rows[0].award, 0);
    EXPECT_EQ(rows[1].award, 7);  // first of its group in round 2, lost the quarter-final
    EXPECT_EQ(rows[1].absence->reason, "copied");
}

TEST(Withdrawal, InTheMiddleOfASwissNoMoreGames) {
    TournamentSpec spec = spec_with(9, "[[stage]]\ntype = \"swiss\"\nrounds = 5\n");
    spec.absences = {{TeamId{2}, Absence::Kind::kWithdrawn, 0, 2, ""}};
    Tournament t(spec);
    for (const GameTask& task : play_out(t, lower_wins)) {
        if (task.x != TeamId{2} && task.o != TeamId{2}) continue;
        EXPECT_LT(t.stages()[0].meetings[static_cast<std::size_t>(task.meeting)].pairing.round, 2);
    }
    EXPECT_EQ(t.final_ranking().back().team, TeamId{2});
}

TEST(Withdrawal, AfterAWonTieCountsFromTheNextOne) {
    // All four games of the first round are in the results; team 0 then leaves in that same wave.
    const TournamentSpec spec = spec_with(4, "[[stage]]\ntype = \"knockout\"\n");
    Tournament t(spec);
    std::map<int, GameOutcome> results;
    for (const GameTask& task : t.take_new_games()) results[task.number] = lower_wins(task);
    Tournament resumed(spec, {{TeamId{0}, Absence::Kind::kWithdrawn, 0, 0, ""}}, results);
    EXPECT_TRUE(resumed.is_over());  // the final is a walkover
    EXPECT_EQ(order_of(resumed), "1 0 2 3");
    EXPECT_EQ(resumed.stages()[0].meetings.back().verdict->decided_by, "walkover");
}

struct Shape {
    const char* name;
    const char* stages;
};

class Resume : public testing::TestWithParam<Shape> {};

/// Cut anywhere, in whatever order the games ended: the rest leads to the same end.
TEST_P(Resume, CutAnywhereGivesTheSameStandings) {
    const TournamentSpec spec = spec_with(9, GetParam().stages);
    Tournament whole(spec);
    const int games = static_cast<int>(play_out(whole, class_result).size());
    const std::string expected = order_of(whole);
    for (int cut = 0; cut <= games; cut += 1 + games / 23) {
        Tournament first(spec);
        std::map<int, GameOutcome> kept;
        base::Rng rng(static_cast<std::uint64_t>(cut));
        std::vector<GameTask> open;
        while (static_cast<int>(kept.size()) < cut) {
            for (const GameTask& task : first.take_new_games()) open.push_back(task);
            const std::size_t pick = rng.below(static_cast<std::uint32_t>(open.size()));
            const GameTask task = open[pick];
            open.erase(open.begin() + static_cast<std::ptrdiff_t>(pick));
            kept[task.number] = class_result(task);
            ASSERT_TRUE(first.add(task.number, kept[task.number]));
        }
        Tournament second(spec, {}, kept);
        EXPECT_EQ(second.games_played(), cut);
        EXPECT_EQ(static_cast<int>(play_out(second, class_result).size()), games - cut);
        ASSERT_TRUE(second.is_over());
        EXPECT_EQ(order_of(second), expected);
    }
}

INSTANTIATE_TEST_SUITE_P(
    All, Resume,
    testing::Values(Shape{"round_robin", "[[stage]]\ntype = \"round-robin\"\n"},
                    Shape{"swiss", "[[stage]]\ntype = \"swiss\"\nrounds = 4\n"},
                    Shape{"knockout", "[[stage]]\ntype = \"knockout\"\nextra-pairs = 3\n"},
                    Shape{"double", "[[stage]]\ntype = \"double-elimination\"\n"},
                    Shape{"batches",
                          "[[stage]]\ntype = \"round-robin\"\nformat = \"batches=1:2,1:1\"\n"},
                    Shape{"mixed", "[[stage]]\ntype = \"groups\"\ngroups = 2\nadvance = 2\n"
                                   "[[stage]]\ntype = \"knockout\"\n"}),
    [](const auto& info) { return std::string(info.param.name); });

TEST(Tournament, ResultThatComesTwiceCountsOnce) {
    Tournament t(spec_with(3, "[[stage]]\ntype = \"round-robin\"\n"));
    const auto tasks = t.take_new_games();
    ASSERT_EQ(tasks.size(), 6u);
    ASSERT_TRUE(t.add(tasks[0].number, won_by(Side::kX)));
    ASSERT_TRUE(t.add(tasks[0].number, won_by(Side::kO)));
    EXPECT_EQ(t.games_played(), 1);
    EXPECT_FALSE(t.add(1000, won_by(Side::kX)));
    EXPECT_FALSE(t.add(-1, won_by(Side::kX)));
}

TEST(Tournament, ResultsOfAnotherPlanAreNotCounted) {
    Tournament t(spec_with(3, "[[stage]]\ntype = \"round-robin\"\n"), {},
                 {{0, won_by(Side::kX)}, {77, won_by(Side::kX)}});
    EXPECT_EQ(t.games_played(), 1);
}

TEST(Tournament, GoldenStandingsOfTheScriptedClass) {
    Tournament t(course_of(40));
    play_out(t, class_result);
    EXPECT_EQ(
        order_of(t),
        "1 9 3 2 5 0 8 20 12 4 6 18 13 25 7 14 11 17 24 10 19 31 29 22 38 32 26 27 30 21 36 15 16 "
        "37 28 34 33 39 23 35");
}

}  // namespace
}  // namespace ninefold::tournament
