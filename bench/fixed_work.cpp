// SPDX-License-Identifier: MIT
// A fixed amount of work for bench/instructions to count the instructions of:
//     fixed_work perft RULESET DEPTH [bulk]   |   fixed_work playouts RULESET GAMES
// Prints the leaves counted or the plies played.
#include <cstdlib>
#include <iostream>
#include <string_view>

#include "rules/any_position.h"
#include "rules/perft.h"
#include "rules/playout.h"

namespace ninefold {
namespace {

using rules::AnyPosition;
using rules::Counting;

std::uint64_t leaves(const AnyPosition& start, int depth, Counting counting) {
    return start.visit([=](const auto& position) { return perft(position, depth, counting); });
}

std::uint64_t plies_played(const AnyPosition& start, int games) {
    return start.visit([=](const auto& position) {
        base::Rng rng(1);
        return playouts(position, rng, games).plies;
    });
}

}  // namespace
}  // namespace ninefold

int main(int argc, char** argv) {
    using namespace ninefold;
    const auto rules =
        argc >= 4 ? rules::parse_rules(argv[2]) : base::fail("four words are needed");
    if (!rules) {
        std::cerr << "fixed_work: " << rules.error().message << '\n';
        return 2;
    }
    const auto start = AnyPosition::start(*rules);
    const int amount = std::atoi(argv[3]);
    const std::string_view kind = argv[1];
    const auto counting = argc > 4 ? rules::Counting::kBulk : rules::Counting::kEveryLeaf;
    std::cout << (kind == "playouts" ? plies_played(start, amount)
                                     : leaves(start, amount, counting))
              << '\n';
}
