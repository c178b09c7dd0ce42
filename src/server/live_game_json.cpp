// SPDX-License-Identifier: MIT
// What others see of a live game (docs/api.md).
#include <algorithm>

#include "bots/engine_bot.h"
#include "record/record_json.h"
#include "rules/position_text.h"
#include "server/game_json.h"
#include "server/live_game.h"
#include "server/match_json.h"

namespace ninefold::server {

using rules::Side;

Json LiveGame::clocks(SteadyTime now) const {
    if (spec_.time_control.is_none()) return nullptr;
    const bool running = state() == State::kRunning && !position().is_over();
    Json json = Json::object();
    for (const Side side : {Side::kX, Side::kO}) {
        const auto left =
            game_.clock().left(side) ? game_.clock().left(side) : game_.clock().deadline(side);
        const bool ticks = running && side == mover();
        const Duration spent = ticks ? Duration(now - turn_began_) : Duration(0);
        json[letter(side)] = left ? Json(std::max(0.0, in_seconds(*left - spent))) : Json(nullptr);
    }
    json["running"] = running ? Json(letter(mover())) : Json(nullptr);
    return json;
}

Json LiveGame::seat_json(Side side, bool present) const {
    const Seat& of = seat(side);
    switch (of.kind) {
        case Seat::Kind::kOpen: return {{"kind", "open"}, {"name", ""}, {"present", false}};
        case Seat::Kind::kBot:
            // Not where a program lies on the server's machine.
            return {{"kind", "bot"},
                    {"name", of.name},
                    {"bot", bots::is_engine(of.bot) ? of.bot : of.name},
                    {"present", true}};
        case Seat::Kind::kHuman: break;
    }
    return {{"kind", "human"}, {"name", of.name}, {"present", present}};
}

Json LiveGame::to_json(const Presence& presence, SteadyTime now) const {
    const bool running = state() == State::kRunning;
    Json legal = Json::array();
    if (running) {
        for (const rules::Move move : position().legal_moves())
            legal.push_back(rules::to_text(move));
    }
    Json json = game_json(id_, record(), position());
    json.update({{"seq", seq_},
                 {"state", name(state())},
                 {"legal", std::move(legal)},
                 {"x", seat_json(Side::kX, presence.players[0])},
                 {"o", seat_json(Side::kO, presence.players[1])},
                 {"clocks", clocks(now)},
                 {"undo", side_json(undo_asked_)},
                 {"rematch", side_json(rematch_asked_)},
                 {"next", text_or_null(next_)},
                 {"previous", text_or_null(spec_.previous)},
                 {"kept", kept_ ? Json(store::to_text(*kept_)) : Json(nullptr)},
                 {"listed", spec_.listed},
                 {"spectators", presence.spectators}});
    return json;
}

Json LiveGame::summary(std::size_t spectators) const {
    Json json = summary_json(id_, record::summary_of(record()), name(state()));
    json["position"] = rules::to_text(position());
    json["spectators"] = spectators;
    return json;
}

}  // namespace ninefold::server
