// SPDX-License-Identifier: MIT
#include "arena/preset.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/rng.h"

namespace ninefold::arena {
namespace {

using rules::Ending;
using rules::Side;
using testing::AllOf;
using testing::HasSubstr;

/// A game of random moves that ends as wanted on the board, by trying seeds.
template <typename Wanted>
record::GameRecord find_game(rules::Rules rules, Wanted wanted) {
    for (std::uint64_t seed = 0;; ++seed) {
        base::Rng rng(seed);
        record::GameRecord game;
        game.start = rules::AnyPosition::start(rules);
        rules::AnyPosition position = game.start;
        while (!position.is_over()) {
            const auto legal = position.legal_moves();
            const auto move = legal.nth(rng.below(static_cast<std::uint32_t>(legal.size())));
            position = position.after(move);
            game.plies.push_back({.move = move});
        }
        game.ending = position.outcome().ending;
        game.winner = position.outcome().winner;
        if (wanted(game, position)) return game;
    }
}

int lead_in_blocks(const rules::AnyPosition& position) {
    return position.won(Side::kX).size() - position.won(Side::kO).size();
}

int lead_in_centres(const rules::AnyPosition& position) {
    int lead = 0;
    for (const rules::Move move : position.marks(Side::kX)) lead += move.cell().index == 4 ? 1 : 0;
    for (const rules::Move move : position.marks(Side::kO)) lead -= move.cell().index == 4 ? 1 : 0;
    return lead;
}

record::GameRecord forfeit(Ending ending, Side winner) {
    record::GameRecord game;
    game.ending = ending;
    game.winner = winner;
    return game;
}

TEST(PresetTest, NamesAndNumbersFindThem) {
    EXPECT_EQ(presets().size(), 9u);
    for (const Preset& preset : presets()) {
        EXPECT_EQ(find_preset(preset.name)->name, preset.name);
        const auto by_alias = find_preset(preset.alias.empty() ? preset.name : preset.alias);
        EXPECT_EQ(by_alias->name, preset.name);
    }
    EXPECT_THAT(find_preset("chess").error().message,
                AllOf(HasSubstr("'chess'"), HasSubstr("java-course (004)")));
    EXPECT_FALSE(find_preset(""));
}

TEST(PresetTest, TimeControlsReadAsTheCommunitiesWriteThem) {
    EXPECT_EQ(to_text(find_preset("000")->time_control), "move=10s,game=120s");
    EXPECT_EQ(to_text(find_preset("003")->time_control), "soft=90s,hard=100s,grant=1.5");
    EXPECT_EQ(to_text(find_preset("codingame")->time_control), "first=1.6s,move=100ms");
    for (const char* site : {"riddles", "theaigames"}) {
        EXPECT_EQ(to_text(find_preset(site)->time_control), "tc=10+0.5");
    }
    EXPECT_EQ(rules::name(find_preset("codingame")->rules), "standard+majority");
    EXPECT_EQ(rules::name(find_preset("001")->rules), "correspondence");
    EXPECT_EQ(rules::name(find_preset("000-open")->rules), "open");
}

TEST(PointsTest, PlainScale) {
    EXPECT_EQ(*points(PointScale::kPlain, forfeit(Ending::kCrash, Side::kO)), (Points{0, 1}));
    const auto draw = find_game({}, [](const auto& game, const auto&) { return !game.winner; });
    EXPECT_EQ(*points(PointScale::kPlain, draw), (Points{0.5, 0.5}));
}

TEST(PointsTest, ScaleOfBlocks) {
    const auto win =
        find_game({}, [](const auto& game, const auto&) { return game.winner == Side::kO; });
    EXPECT_EQ(*points(PointScale::kBlocks, win), (Points{0, 3}));
    const auto more = find_game({}, [](const auto& game, const auto& last) {
        return !game.winner && lead_in_blocks(last) > 0;
    });
    EXPECT_EQ(*points(PointScale::kBlocks, more), (Points{2, 1}));
    const auto equal = find_game({}, [](const auto& game, const auto& last) {
        return !game.winner && lead_in_blocks(last) == 0;
    });
    EXPECT_EQ(*points(PointScale::kBlocks, equal), (Points{1, 1}));
}

TEST(PointsTest, ScaleOfTheCourse) {
    const rules::Rules rules{rules::Ruleset::kCorrespondence};
    const auto line = find_game(rules, [](const auto& game, const auto&) {
        return game.ending == Ending::kLine && game.winner == Side::kX;
    });
    EXPECT_EQ(*points(PointScale::kCourse, line), (Points{3, 0}));
    const auto majority = find_game(rules, [](const auto& game, const auto&) {
        return game.ending == Ending::kMajority && game.winner == Side::kO;
    });
    EXPECT_EQ(*points(PointScale::kCourse, majority), (Points{1, 2}));
    const auto centres = find_game(rules, [](const auto& game, const auto& last) {
        return game.ending == Ending::kDraw && lead_in_centres(last) < 0;
    });
    EXPECT_EQ(*points(PointScale::kCourse, centres), (Points{1, 2}));
    EXPECT_EQ(*points(PointScale::kCourse, forfeit(Ending::kIllegalMove, Side::kX)),
              (Points{2, 0}));
    EXPECT_EQ(*points(PointScale::kCourse, forfeit(Ending::kMoveTime, Side::kO)), (Points{0, 2}));
    EXPECT_EQ(*points(PointScale::kCourse, forfeit(Ending::kTampering, Side::kO)), (Points{0, 3}));
}

TEST(PointsTest, NothingForGamesThatNobodyWonByForfeit) {
    record::GameRecord game;
    game.ending = Ending::kStartFailed;
    EXPECT_EQ(*points(PointScale::kCourse, game), (Points{0, 0}));
    game.ending = std::nullopt;
    EXPECT_FALSE(points(PointScale::kPlain, game));
}

TEST(PointsTest, ScalesHaveNames) {
    for (const auto scale : {PointScale::kPlain, PointScale::kBlocks, PointScale::kCourse}) {
        EXPECT_EQ(*parse_name<PointScale>(name(scale)), scale);
    }
    EXPECT_FALSE(parse_name<PointScale>("fifa"));
}

}  // namespace
}  // namespace ninefold::arena
