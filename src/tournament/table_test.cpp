// SPDX-License-Identifier: MIT
#include "tournament/table.h"

#include <gtest/gtest.h>

#include "tournament/simulation_for_test.h"

namespace ninefold::tournament {
namespace {

using rules::Side;

class TableTest : public testing::Test {
protected:
    TableTest() {
        stage.format = arena::MatchFormat::games(1);
        stage.points = arena::PointScale::kBlocks;
    }

    void meet(int a, int b, const GameOutcome& game) {
        Meeting meeting{{TeamId{a}, TeamId{b}}, {game}, {}};
        meeting.verdict = judge(stage, meeting, {}, 0).verdict;
        meetings.push_back(meeting);
    }
    Table table(int teams, int away = -1) {
        std::vector<TeamId> ids;
        for (int i = 0; i < teams; ++i) ids.push_back(TeamId{i});
        const auto is_away = [=](TeamId team, int) { return team.index == away; };
        return make_table("t", ids, {meetings, is_away}, stage, 1);
    }

    StageSpec stage;
    std::vector<Meeting> meetings;
};

TEST_F(TableTest, SaysWhichCriterionDecided) {
    stage.tie_breaks = {Criterion::kPoints, Criterion::kHeadToHead, Criterion::kBlocks};
    meet(0, 1, won_by(Side::kO));  // 1 beats 0
    meet(0, 2, won_by(Side::kX));
    meet(0, 3, won_by(Side::kX));
    meet(1, 2, won_by(Side::kX));
    meet(1, 3, won_by(Side::kO));
    meet(2, 3, drawn(3, 3));
    const Table t = table(4);  // points: 0: 6, 1: 6, 3: 4, 2: 1
    ASSERT_EQ(t.rows.size(), 4u);
    EXPECT_EQ(t.rows[0].team, TeamId{1});
    EXPECT_EQ(t.rows[1].team, TeamId{0});
    EXPECT_EQ(t.rows[1].decided_by, "head-to-head");
    EXPECT_EQ(t.rows[2].team, TeamId{3});
    EXPECT_EQ(t.rows[2].decided_by, "points");
    EXPECT_EQ(t.rows[0].tally.points, 6);
    EXPECT_EQ(t.rows[3].tally.points, 1);
}

TEST_F(TableTest, SonnebornBergerAndBuchholz) {
    meet(0, 1, won_by(Side::kX));  // 0: 3
    meet(0, 2, drawn(3, 3));       // 0: 4, 2: 1
    meet(1, 2, won_by(Side::kX));  // 1: 3
    const Table t = table(3);
    EXPECT_EQ(t.rows[0].tally.buchholz, 4);            // 3 + 1
    EXPECT_EQ(t.rows[0].tally.sonneborn_berger, 3.5);  // 3 + 1/2
}

TEST_F(TableTest, ForfeitsAreCountedApart) {
    meet(0, 1, won_by(Side::kX, rules::Ending::kCrash));
    const Table t = table(2);
    EXPECT_EQ(t.rows[1].tally.forfeits, 1);
    EXPECT_EQ(t.rows[0].tally.forfeits, 0);
    EXPECT_EQ(t.rows[1].tally.losses, 1);
}

TEST_F(TableTest, WithdrawnIsLastWhateverItHad) {
    meet(0, 1, won_by(Side::kX));
    meet(1, 2, won_by(Side::kX));
    const Table t = table(3, 0);
    EXPECT_EQ(t.rows[2].team, TeamId{0});
    EXPECT_TRUE(t.rows[2].away);
    EXPECT_EQ(t.rows[2].decided_by, "withdrawn");
}

TEST_F(TableTest, MatchScoringCountsVerdicts) {
    stage.scoring = Scoring::kMatches;
    meet(0, 1, won_by(Side::kX));
    meet(0, 2, drawn(3, 3));
    const Table t = table(3);
    EXPECT_EQ(t.rows[0].tally.points, 1.5);
}

}  // namespace
}  // namespace ninefold::tournament
