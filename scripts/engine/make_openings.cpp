// SPDX-License-Identifier: MIT
//
// Makes a set of balanced openings for matches: random plies, distinct under the board's
// symmetries, whose search value is near an even game.
//
//     make_openings RULES COUNT PLIES NODES WIDTH SEED > data/openings/RULES.txt
//
// One opening a line, as `file:` openings of matches read them; '#' begins a comment. WIDTH is how
// far from 0.5 the expected score of the mover may be.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <set>

#include "base/rng.h"
#include "rules/move_text.h"
#include "rules/symmetry.h"
#include "search/search.h"

using namespace ninefold;

namespace {

std::uint64_t canonical_hash(const rules::AnyPosition& p) {
    return p.visit([](const auto& position) { return rules::canonical(position).position.hash(); });
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 7) {
        return std::fprintf(stderr, "usage: make_openings RULES COUNT PLIES NODES WIDTH SEED\n"), 2;
    }
    const auto rules = rules::parse_rules(argv[1]);
    if (!rules) return std::fprintf(stderr, "%s\n", rules.error().message.c_str()), 2;
    const std::size_t count = static_cast<std::size_t>(std::atol(argv[2]));
    const int plies = std::atoi(argv[3]);
    const double width = std::atof(argv[5]);
    base::Rng rng(static_cast<std::uint64_t>(std::atol(argv[6])));
    protocol::Limits limits;
    limits.nodes = static_cast<std::uint64_t>(std::atol(argv[4]));
    search::SearchOptions options;
    options.hash_mb = 8;
    const auto engine = search::make_search(options);
    std::printf(
        "# %zu openings of %d random plies under %s, distinct under symmetry, expected score\n"
        "# of the mover within 0.5 +- %s after %s nodes; seed %s. Made by "
        "scripts/engine/make_openings.cpp.\n",
        count, plies, argv[1], argv[5], argv[4], argv[6]);
    std::set<std::uint64_t> seen;
    for (std::size_t kept = 0; kept < count;) {
        auto p = rules::AnyPosition::start(*rules);
        std::string line;
        for (int i = 0; i < plies; ++i) {
            const auto legal = p.legal_moves();
            const auto move = legal.nth(rng.below(static_cast<unsigned>(legal.size())));
            if (i > 0) line += ' ';
            line += rules::to_text(move);
            p = p.after(move);
        }
        if (!seen.insert(canonical_hash(p)).second) continue;
        engine->new_game();
        const double score = engine->think(p, {}, limits, {}, {}).score.expected;
        if (std::abs(score - 0.5) > width) continue;
        std::printf("%s\n", line.c_str());
        ++kept;
    }
    return 0;
}
