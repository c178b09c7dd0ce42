// SPDX-License-Identifier: MIT
//
// Plays the engine against itself and writes the games as fitting data for fit_tables.
//
//     play_games RULES OUT.nfg POSITIONS NODES SEED
//
// Openings are 2 to 11 random plies. Format per game: u8 plies, u8 result + 1 for X, then per ply
// u8 move, i16 thousandths of the expected score for the mover (-1: random move, not searched).
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "base/rng.h"
#include "search/search.h"

using namespace ninefold;

int main(int argc, char** argv) {
    if (argc < 6)
        return std::fprintf(stderr, "usage: play_games RULES OUT POSITIONS NODES SEED\n"), 2;
    const auto rules = rules::parse_rules(argv[1]);
    if (!rules) return std::fprintf(stderr, "%s\n", rules.error().message.c_str()), 2;
    std::ofstream out(argv[2], std::ios::binary);
    const long wanted = std::atol(argv[3]);
    protocol::Limits limits;
    limits.nodes = static_cast<std::uint64_t>(std::atol(argv[4]));
    const auto seed = static_cast<std::uint64_t>(std::atol(argv[5]));
    search::SearchOptions options;
    options.hash_mb = 1;
    options.use_solver = false;
    const auto engine = search::make_search(options);
    long positions = 0;
    for (std::uint64_t game = 0; positions < wanted; ++game) {
        base::Rng rng(base::derived_seed(seed, game));
        engine->new_game();
        auto p = rules::AnyPosition::start(*rules);
        std::string record;
        int plies = 0;
        const int random_plies = 2 + static_cast<int>(rng.below(10));
        while (!p.is_over()) {
            rules::Move move;
            int value = -1;
            if (plies < random_plies) {
                const auto legal = p.legal_moves();
                move = legal.nth(rng.below(static_cast<unsigned>(legal.size())));
            } else {
                const auto result = engine->think(p, {}, limits, {}, {});
                move = *result.move;
                value = static_cast<int>(result.score.expected * 1000 + 0.5);
                ++positions;
            }
            record += static_cast<char>(move.value());
            record += static_cast<char>(value & 255);
            record += static_cast<char>(value >> 8 & 255);
            p = p.after(move);
            ++plies;
        }
        const auto winner = p.outcome().winner;
        const int result = !winner ? 0 : *winner == rules::Side::kX ? 1 : -1;
        out.put(static_cast<char>(plies)).put(static_cast<char>(result + 1));
        out.write(record.data(), static_cast<std::streamsize>(record.size()));
        if (game % 2000 == 0) std::printf("%ld positions\n", positions), std::fflush(stdout);
    }
    return 0;
}
