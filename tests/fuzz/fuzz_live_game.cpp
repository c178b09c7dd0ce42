// SPDX-License-Identifier: MIT
// Any bytes as the state of a live game that a database holds: refused with a reason, or a game
// that is saved as it was and can be shown and played.
#include <string_view>

#include "require.h"
#include "server/live_game.h"

namespace ninefold::fuzz_live_game {

using fuzz::require;

void run(std::string_view text) {
    const server::SteadyTime now{};
    const auto load = [&](std::string_view state) {
        return server::LiveGame::load("game", state, {}, now);
    };
    fuzz::require_round_trip(text, load, [](const server::LiveGame& game) { return game.save(); });
    auto game = load(text);
    if (!game) return;
    (void)game->to_json({}, now).dump();
    (void)game->summary(0).dump();
    if (game->state() == server::LiveGame::State::kEnded) (void)game->rematch_spec();
    if (game->state() != server::LiveGame::State::kRunning) return;
    (void)game->deadline();
    (void)game->limits();
    const rules::Side mover = game->position().side();
    const auto played = game->play(mover, *game->position().legal_moves().begin(), {}, now);
    require(played.has_value(), "a running game can be continued");
    require(load(game->save()).has_value(), "and saved again");
}

}  // namespace ninefold::fuzz_live_game
