// SPDX-License-Identifier: MIT
#include "tournament/meeting.h"

#include <gtest/gtest.h>

#include "tournament/simulation_for_test.h"

namespace ninefold::tournament {
namespace {

using rules::Side;
using Kind = Verdict::Kind;

Meeting meeting_of(std::vector<std::optional<GameOutcome>> games) {
    return {{TeamId{0}, TeamId{1}}, std::move(games), {}};
}

StageSpec knockout(std::vector<Decider> deciders) {
    StageSpec stage;
    stage.type = StageType::kKnockout;
    stage.deciders = std::move(deciders);
    return stage;
}

TEST(Meeting, WantsItsGamesThenDecidesByPoints) {
    const StageSpec stage = knockout({Decider::kPoints, Decider::kCoin});
    EXPECT_EQ(judge(stage, meeting_of({}), {}, 1).wanted, (std::vector<int>{0, 1}));
    EXPECT_EQ(judge(stage, meeting_of({std::nullopt, won_by(Side::kO)}), {}, 1).wanted,
              std::vector<int>{0});
    // a has X in game 0 and O in game 1: it drew with more blocks, then drew level.
    const auto state = judge(stage, meeting_of({drawn(4, 2), drawn(3, 3)}), {}, 1);
    EXPECT_EQ(state.verdict, (Verdict{Kind::kA, "points"}));
}

TEST(Meeting, BlocksDecideALevelTie) {
    const StageSpec stage = knockout({Decider::kPoints, Decider::kBlocks, Decider::kCoin});
    GameOutcome narrow = won_by(Side::kX);
    narrow.blocks = {3, 3};
    const auto state = judge(stage, meeting_of({narrow, won_by(Side::kX)}), {}, 1);
    EXPECT_EQ(state.verdict, (Verdict{Kind::kB, "blocks"}));
}

TEST(Meeting, ExtraPairsThenTheCoin) {
    StageSpec stage = knockout({Decider::kPoints, Decider::kExtraPair});
    stage.extra_pairs = 2;
    EXPECT_EQ(most_games(stage), 6);
    auto level = meeting_of({won_by(Side::kX), won_by(Side::kX)});
    EXPECT_EQ(judge(stage, level, {}, 1).wanted, (std::vector<int>{2, 3}));
    level.games.push_back(won_by(Side::kX));
    level.games.push_back(drawn(3, 3));
    EXPECT_EQ(judge(stage, level, {}, 1).verdict, (Verdict{Kind::kA, "extra-pair"}));
    level.games[3] = won_by(Side::kX);
    EXPECT_EQ(judge(stage, level, {}, 1).wanted, (std::vector<int>{4, 5}));
    level.games.push_back(drawn(3, 3));
    level.games.push_back(drawn(3, 3));
    EXPECT_EQ(judge(stage, level, {}, 1).verdict->decided_by, "coin");
}

TEST(Meeting, CoinIsFair) {
    const StageSpec stage = knockout({Decider::kPoints, Decider::kCoin});
    const Meeting level = meeting_of({drawn(3, 3), drawn(3, 3)});
    int heads = 0;
    for (std::uint64_t coin = 0; coin < 1000; ++coin) {
        heads += judge(stage, level, {}, coin).verdict->kind == Kind::kA;
    }
    EXPECT_NEAR(heads, 500, 60);
}

TEST(Meeting, BatchesOfTheCodeTournament) {
    StageSpec stage;
    stage.format = arena::MatchFormat::code_tournament();
    EXPECT_EQ(stage.format.time_factor(19), 1);
    EXPECT_EQ(stage.format.time_factor(20), 0.25);
    Meeting meeting = meeting_of({});
    for (int i = 0; i < 10; ++i) meeting.games.push_back(drawn(3, 3));
    meeting.games[0] = won_by(Side::kX);
    EXPECT_EQ(judge(stage, meeting, {}, 1).wanted.size(), 10u);  // a lead of 1 is not 2
    meeting.games[1] = won_by(Side::kO);
    EXPECT_EQ(judge(stage, meeting, {}, 1).verdict, (Verdict{Kind::kA, "points"}));
    meeting.games[0] = meeting.games[1] = drawn(3, 3);
    for (int i = 10; i < 30; ++i) meeting.games.push_back(drawn(3, 3));
    EXPECT_EQ(judge(stage, meeting, {}, 1).verdict->kind, Kind::kDrawn);
}

TEST(Meeting, WalkoverUnlessAlreadyDecided) {
    const StageSpec stage = knockout({Decider::kPoints});
    const Away b_is_away{false, true, false};
    EXPECT_EQ(judge(stage, meeting_of({won_by(Side::kO)}), b_is_away, 1).verdict,
              (Verdict{Kind::kA, "walkover"}));
    const auto lost = meeting_of({won_by(Side::kO), won_by(Side::kX)});
    EXPECT_EQ(judge(stage, lost, b_is_away, 1).verdict, (Verdict{Kind::kB, "points"}));
    EXPECT_EQ(judge(stage, lost, {false, true, true}, 1).verdict->kind, Kind::kAnnulled);
}

TEST(Meeting, BothLoseWhereNeitherStarts) {
    GameOutcome nobody;
    nobody.ending = rules::Ending::kStartFailed;
    EXPECT_TRUE(nobody.is_lost_by(Side::kX));
    EXPECT_TRUE(nobody.is_lost_by(Side::kO));
}

}  // namespace
}  // namespace ninefold::tournament
