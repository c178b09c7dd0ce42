// SPDX-License-Identifier: MIT
// Plays the moves given, asks the engine for the next one, and writes the board as SVG.
//
//     best_move '44 40' board.svg
#include <cstdio>
#include <fstream>

#include <ninefold/engine.h>
#include <ninefold/record.h>
#include <ninefold/rules.h>

using namespace ninefold;

int main(int count, char** words) {
    const auto position = rules::play_moves(rules::AnyPosition(), count > 1 ? words[1] : "");
    if (!position) {
        std::fprintf(stderr, "%s\n", position.error().message.c_str());
        return 1;
    }
    protocol::Limits limits;
    limits.nodes = 10'000;
    const auto engine = search::make_search();
    const search::SearchResult result = engine->think(*position, {}, limits, {}, {});
    if (!result.move) {
        std::puts("the game is over");
        return 0;
    }
    std::printf("%s  %.0f %%  depth %d\n", rules::to_text(*result.move).c_str(),
                100 * result.score.expected, result.depth);
    if (count > 2) std::ofstream(words[2]) << pictures::board_svg(*position);

    // The games it makes can be kept.
    record::GameRecord game;
    game.x = game.o = "engine";
    game.start = *position;
    game.plies.push_back({.move = *result.move});
    std::printf("%s", record::to_text(game).c_str());
}
