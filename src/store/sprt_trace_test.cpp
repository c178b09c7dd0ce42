// SPDX-License-Identifier: MIT
#include "store/sprt_trace.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "store/game_for_test.h"
#include "store/match_keeper.h"
#include "store/store_for_test.h"

namespace ninefold::store {
namespace {

using ::testing::HasSubstr;

record::GameRecord game_won_by(rules::Side winner) {
    record::GameRecord game;
    game.ending = rules::Ending::kResigned;
    game.winner = winner;
    return game;
}

class SprtTraceTest : public ::testing::Test {
protected:
    MatchId match(MatchKind kind, const std::string& spec) {
        return store_->create_match({.spec = spec, .a = "new", .b = "old", .kind = kind}).value();
    }
    void keep(MatchId id, const std::vector<std::pair<int, rules::Side>>& games) {
        const auto keeper = MatchKeeper::open(*store_, id);
        ASSERT_TRUE(keeper) << keeper.error().message;
        for (const auto& [number, winner] : games) {
            (*keeper)->keep(number, game_won_by(winner), [](const auto&...) {});
        }
        (*keeper)->flush();
    }

    FolderForTest folder_;
    std::unique_ptr<Store> store_ = open_store(folder_ / "games.db");
};

TEST_F(SprtTraceTest, HasTheRatioAfterEachWholePair) {
    using rules::Side;
    const MatchId id = match(MatchKind::kSprt, R"({"sprt": [0, 5, 0.05, 0.05]})");
    // A, which has X in even games, wins both games of pair 0, then both of pair 1.
    keep(id, {{0, Side::kX}, {2, Side::kX}, {1, Side::kO}, {3, Side::kO}});
    const auto trace = sprt_trace(*store_, std::nullopt);
    ASSERT_TRUE(trace) << trace.error().message;
    EXPECT_EQ(trace->a, "new");
    EXPECT_EQ(trace->bounds.elo1, 5);
    ASSERT_EQ(trace->llr.size(), 2u);
    EXPECT_DOUBLE_EQ(trace->llr[1],
                     tournament::log_likelihood_ratio({0, 0, 0, 0, 2}, trace->bounds));
}

TEST_F(SprtTraceTest, RefusesWhatIsNoSprtOrHasNoPair) {
    const auto message = [&](std::optional<MatchId> id) {
        return sprt_trace(*store_, id).error().message;
    };
    EXPECT_THAT(message(std::nullopt), HasSubstr("no SPRT has been played yet"));
    EXPECT_THAT(message(match(MatchKind::kMatch, "{}")), HasSubstr("is not an SPRT"));
    EXPECT_THAT(message(match(MatchKind::kSprt, R"({"sprt": "x"})")), HasSubstr("not an SPRT"));
    EXPECT_THAT(message(match(MatchKind::kSprt, R"({"sprt": [0, 5, 0.05, 0.05]})")),
                HasSubstr("no complete pair"));
}

}  // namespace
}  // namespace ninefold::store
