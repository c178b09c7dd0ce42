// SPDX-License-Identifier: MIT
#include "arena/beginning.h"

namespace ninefold::arena {

base::Result<std::optional<std::string>> check_beginning(const sources::BotSource& bot,
                                                         const rules::AnyPosition& start,
                                                         const Openings& openings) {
    const bool is_empty_board = start.ply() == 0 && openings.text() == Openings().text();
    if (is_empty_board || bot.game_start() == sources::GameStart::kAnywhere) {
        return std::optional<std::string>();
    }
    const std::string begins =
        start.ply() > 0 ? "another position" : fmt::format("openings '{}'", openings.text());
    if (bot.game_start() == sources::GameStart::kEmptyBoard) {
        return base::fail("{} ({}) cannot play from {}: its protocol tells it moves only, so its "
                          "games must begin at the empty board (openings 'start')",
                          bot.name(), bot.description(), begins);
    }
    return std::optional(fmt::format("plays from {}: its protocol shows it the whole board, but a "
                                     "bot that follows the game by itself loses track; 'ninefold "
                                     "check' tells",
                                     begins));
}

}  // namespace ninefold::arena
