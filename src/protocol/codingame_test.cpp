// SPDX-License-Identifier: MIT
#include "protocol/codingame.h"

#include <gtest/gtest.h>

#include "base/rng.h"
#include "base/split.h"

namespace ninefold::protocol::codingame {
namespace {

using rules::AnyPosition;
using rules::Move;

TEST(Codingame, WritesTheFirstTurn) {
    std::string text;
    append_turn(text, std::nullopt, AnyPosition::start(kRules));
    EXPECT_TRUE(text.starts_with("-1 -1\n81\n0 0\n0 1\n0 2\n1 0\n")) << text;
}

TEST(Codingame, WritesRowsAndColumnsOfTheBoard) {
    const Move move(rules::Block{5}, rules::Cell{1});  // top middle cell of the right middle block
    std::string text;
    append_turn(text, move, AnyPosition::start(kRules).after(move));
    EXPECT_EQ(text, "3 7\n9\n0 3\n0 4\n0 5\n1 3\n1 4\n1 5\n2 3\n2 4\n2 5\n");
}

TEST(Codingame, ReadsAnswers) {
    EXPECT_EQ(*parse_answer("3 7"), Move(rules::Block{5}, rules::Cell{1}));
    EXPECT_EQ(*parse_answer(" 3  7 hello there\r"), Move(46));
    for (const char* bad : {"", "3", "44x", "9 0", "0 -1", "a b", "3.0 7"}) {
        EXPECT_FALSE(parse_answer(bad)) << bad;
    }
}

TEST(Codingame, BothSidesFollowAWholeGame) {
    base::Rng rng(3);
    AnyPosition position = AnyPosition::start(kRules);
    Game x, o;
    std::optional<Move> last;
    while (!position.is_over()) {
        Game& reader = position.side() == rules::Side::kX ? x : o;
        std::string text;
        append_turn(text, last, position);
        std::optional<AnyPosition> seen;
        for (const auto line : base::split(text, '\n')) {
            const auto read = reader.read(line);
            ASSERT_TRUE(read) << read.error().message;
            if (*read) seen = **read;
        }
        ASSERT_TRUE(seen);
        EXPECT_EQ(*seen, position);
        const auto moves = position.legal_moves();
        last = moves.nth(rng.below(static_cast<std::uint32_t>(moves.size())));
        EXPECT_EQ(*parse_answer(answer_text(*last)), *last);
        reader.answered(*last);
        position = position.after(*last);
    }
}

TEST(Codingame, RefusesNonsense) {
    EXPECT_FALSE(Game().read("hello"));
    EXPECT_FALSE(Game().read("9 9"));
    Game game;
    ASSERT_TRUE(game.read("-1 -1"));
    EXPECT_FALSE(game.read("100"));
}

}  // namespace
}  // namespace ninefold::protocol::codingame
