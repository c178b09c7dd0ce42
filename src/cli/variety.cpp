// SPDX-License-Identifier: MIT
#include "cli/variety.h"

#include <set>
#include <string>

#include <fmt/format.h>

#include "base/counted.h"
#include "cli/commands.h"
#include "tui/terminal.h"

namespace ninefold::cli {

namespace {

std::string moves_of(const record::GameRecord& game) {
    std::string moves;
    for (const record::Ply& ply : game.plies) moves += static_cast<char>(ply.move.value());
    return moves;
}

}  // namespace

void print_variety(std::FILE* out, store::Store& store, store::MatchId match,
                   const arena::Openings& openings) {
    std::set<std::string> different;
    // Bots that are alike play both games of a pair alike: that is no repetition.
    std::set<std::string> different_by_side;
    std::size_t games = 0, number = 0;
    throw_if_failed(store.for_each({.match = match, .order = store::Order::kByNumber},
                                   [&](store::GameId, const record::GameRecord& game) {
                                       const char side = number++ % 2 == 0 ? 'a' : 'b';
                                       if (game.ending && !rules::is_forfeit(*game.ending)) {
                                           ++games;
                                           const std::string moves = moves_of(game);
                                           different.insert(moves);
                                           different_by_side.insert(side + moves);
                                       }
                                       return true;
                                   }));
    if (10 * different_by_side.size() >= 9 * games) return;
    const tui::Style style(out);
    fmt::print(out,
               "{}note:{} only {} of {}: the bots do not vary{}. The errors shown "
               "count every game as a new one.\n",
               style.yellow(), style.off(), base::counted(different.size(), "different game"),
               games,
               openings.text() == "start"
                   ? "; --openings balanced starts them from different positions"
                   : ", and the openings are few");
}

}  // namespace ninefold::cli
