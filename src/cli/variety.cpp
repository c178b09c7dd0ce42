// SPDX-License-Identifier: MIT
#include "cli/variety.h"

#include <set>
#include <string>

#include <fmt/format.h>

#include "cli/command_error.h"
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
    std::size_t games = 0;
    throw_if_failed(store.for_each({.match = match, .order = store::Order::kByNumber},
                                   [&](store::GameId, const record::GameRecord& game) {
                                       if (game.ending && !rules::is_forfeit(*game.ending)) {
                                           ++games;
                                           different.insert(moves_of(game));
                                       }
                                       return true;
                                   }));
    if (2 * different.size() >= games) return;
    const tui::Style style(out);
    fmt::print(out, "{}note:{} only {} different game{} of {}: the bots do not vary{}\n",
               style.yellow(), style.off(), different.size(), different.size() == 1 ? "" : "s",
               games,
               openings.text() == "start"
                   ? "; --openings balanced starts them from different positions"
                   : ", and the openings are few");
}

}  // namespace ninefold::cli
