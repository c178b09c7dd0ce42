// SPDX-License-Identifier: MIT
#include "protocol/riddles.h"

#include <gtest/gtest.h>

#include "base/rng.h"
#include "base/split.h"

namespace ninefold::protocol::riddles {
namespace {

using namespace std::chrono_literals;
using rules::AnyPosition;
using rules::Move;
using rules::Side;

TEST(Riddles, WritesSettings) {
    std::string text;
    append_settings(text, Edition::kRiddles, Side::kO, {10s, 100ms});
    EXPECT_EQ(text, "settings timebank 10000\nsettings time_per_move 100\n"
                    "settings player_names player0,player1\nsettings your_bot player1\n"
                    "settings your_botid 1\n");
    text.clear();
    append_settings(text, Edition::kTheAiGames, Side::kO, {10s, 100ms});
    EXPECT_TRUE(text.ends_with("player_names player1,player2\nsettings your_bot player2\n"
                               "settings your_botid 2\n"));
}

TEST(Riddles, WritesATurn) {
    const Move move(rules::Block{1}, rules::Cell{5});
    std::string text;
    append_turn(text, Edition::kRiddles, AnyPosition().after(move), 9s);
    EXPECT_TRUE(text.starts_with("update game round 1\nupdate game move 2\n"
                                 "update game field .,.,.,.,.,.,.,.,.,.,.,.,.,.,0,.,.,.,."))
        << text;
    EXPECT_TRUE(text.ends_with("\nupdate game macroboard .,.,.,.,.,-1,.,.,.\naction move 9000\n"))
        << text;
}

TEST(Riddles, ReadsAnswers) {
    EXPECT_EQ(*parse_answer("place_move 7 3"), Move(rules::Block{5}, rules::Cell{1}));
    for (const char* bad : {"", "place_move", "place_move 9 0", "place_move 1", "1 1",
                            "place_move 1 1 1", "place_move x y"}) {
        EXPECT_FALSE(parse_answer(bad)) << bad;
    }
}

TEST(Riddles, BothEditionsFollowAWholeGame) {
    for (const Edition edition : {Edition::kRiddles, Edition::kTheAiGames}) {
        base::Rng rng(5);
        Game game;
        AnyPosition position;
        std::string text;
        append_settings(text, edition, Side::kX, {10s, 500ms});
        while (!position.is_over()) {
            append_turn(text, edition, position, 8s);
            std::optional<Game::Turn> turn;
            for (const auto line : base::split(text, '\n')) {
                const auto read = game.read(line);
                ASSERT_TRUE(read) << read.error().message;
                if (*read) turn = **read;
            }
            ASSERT_TRUE(turn);
            EXPECT_EQ(turn->position, position);
            EXPECT_EQ(turn->times.bank, 8s);
            EXPECT_EQ(turn->times.per_move, 500ms);
            const auto moves = position.legal_moves();
            const Move move = moves.nth(rng.below(static_cast<std::uint32_t>(moves.size())));
            EXPECT_EQ(*parse_answer(answer_text(move)), move);
            position = position.after(move);
            text.clear();
        }
    }
}

TEST(Riddles, RefusesNonsense) {
    EXPECT_FALSE(Game().read("update game field 1,2,3"));
    EXPECT_FALSE(Game().read("update game macroboard 1"));
    EXPECT_FALSE(Game().read("settings timebank soon"));
    EXPECT_TRUE(Game().read("hello"));
    Game game;
    ASSERT_TRUE(game.read("update game macroboard -1,.,.,.,.,.,.,.,-1"));
    EXPECT_FALSE(game.read("action move 1"));
}

}  // namespace
}  // namespace ninefold::protocol::riddles
