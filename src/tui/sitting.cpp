// SPDX-License-Identifier: MIT
#include "tui/sitting.h"

#include <fmt/format.h>

#include "pictures/board_text.h"
#include "record/record_text.h"
#include "rules/move_text.h"

namespace ninefold::tui {

arena::GameSpec Sitting::game(const std::vector<rules::Move>& opening, int number) const {
    arena::GameSpec spec;
    spec.number = number;
    spec.event = "at the terminal";
    spec.x_name = x.name;
    spec.o_name = o.name;
    spec.start = start;
    spec.opening = opening;
    spec.time_control = time_control;
    spec.seed = seed + static_cast<std::uint64_t>(number);
    return spec;
}

std::vector<rules::Move> Sitting::taken_back(const std::vector<rules::Move>& moves) const {
    const rules::Side first = start.side();
    for (std::size_t left = moves.size(); left-- > 0;) {
        const rules::Side mover = left % 2 == 0 ? first : rules::other(first);
        if (seat(mover).is_human()) return {moves.begin(), moves.begin() + static_cast<long>(left)};
    }
    return {};
}

std::string Sitting::keep_finished(const record::GameRecord& game) const {
    if (!keep) return {};
    const auto name = keep(game);
    return name ? fmt::format("kept as game {}", *name)
                : fmt::format("the game was not kept: {}", name.error().message);
}

std::string Sitting::keep_unfinished(record::GameRecord game) const {
    if (game.ending || game.plies.empty() || !keep) return {};
    game.detail = "left unfinished";
    const auto name = keep(game);
    if (name) {
        return fmt::format("the game is kept, unfinished: 'ninefold replay {}' shows it\n", *name);
    }
    return fmt::format("the game could not be kept ({}); here it is:\n\n{}", name.error().message,
                       record::to_text(game));
}

Hint find_hint(search::Search& engine, const rules::AnyPosition& position,
               std::chrono::milliseconds time, std::stop_token stop) {
    Hint hint;
    if (position.is_over()) {
        const auto winner = position.outcome().winner;
        hint.eval = !winner ? 0.5 : *winner == rules::Side::kX ? 1 : 0;
        return hint;
    }
    const auto result = engine.think(position, {}, {.move_time = time}, stop, {});
    hint.move = result.move;
    hint.eval = result.score.of_x(position.side());
    hint.score = pictures::score_text(result.score, position.side());
    return hint;
}

}  // namespace ninefold::tui
