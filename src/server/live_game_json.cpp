// SPDX-License-Identifier: MIT
// What others see of a live game (docs/api.md), and how it is kept between changes: one JSON
// object, read by the server alone.
#include <algorithm>
#include <limits>

#include "base/json_members.h"
#include "base/parse_json.h"
#include "bots/builtin.h"
#include "record/record_json.h"
#include "rules/position_text.h"
#include "server/live_game.h"
#include "server/match_json.h"

namespace ninefold::server {

namespace {

using rules::Side;

constexpr int kVersion = 1;

Json seat_text(const Seat& seat) {
    return {{"kind", static_cast<int>(seat.kind)},
            {"name", seat.name},
            {"bot", seat.bot},
            {"token", seat.token},
            {"guest", seat.guest}};
}

base::Result<Seat> kept_seat(const Json& json) {
    int kind = 0;
    base::JsonMembers members(json);
    if (members.needed("kind")) members.number("kind", kind, 0, static_cast<int>(Seat::Kind::kBot));
    if (members.error()) return *members.error();
    return Seat{static_cast<Seat::Kind>(kind), json.at("name").get<std::string>(),
                json.at("bot").get<std::string>(), json.at("token").get<std::string>(),
                json.at("guest").get<bool>()};
}

/// The numbers of a kept game; a float that no whole number can hold is refused like any other.
struct KeptNumbers {
    std::chrono::milliseconds bot_time{0}, pace{0};
    std::uint64_t seq = 0;

    static base::Result<KeptNumbers> read(const Json& json) {
        constexpr std::int64_t kMost = std::numeric_limits<int>::max();
        KeptNumbers numbers;
        base::JsonMembers members(json);
        for (const char* name : {"bot_time_ms", "pace_ms", "seq"}) members.needed(name);
        members.number("bot_time_ms", numbers.bot_time, 0, kMost);
        members.number("pace_ms", numbers.pace, 0, kMost);
        members.number("seq", numbers.seq);
        if (members.error()) return *members.error();
        return numbers;
    }
};

std::string side_text(std::optional<Side> side) {
    return side ? std::string(1, rules::to_char(*side)) : std::string();
}

std::optional<Side> read_side(const Json& json) {
    const auto text = json.get<std::string>();
    if (text.empty()) return std::nullopt;
    return text == "x" ? Side::kX : Side::kO;
}

}  // namespace

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
    Json legal = running ? moves_json(position().legal_moves()) : Json::array();
    Json json = game_json(id(), record(), position());
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
    Json json = summary_json(id(), record::summary_of(record()), name(state()));
    json["position"] = rules::to_text(position());
    json["spectators"] = spectators;
    return json;
}

std::string LiveGame::save() const {
    return base::json_line({{"version", kVersion},
                            {"seq", seq_},
                            {"x", seat_text(seat(Side::kX))},
                            {"o", seat_text(seat(Side::kO))},
                            {"secret", secret_},
                            {"bot_time_ms", spec_.bot_time.count()},
                            {"pace_ms", spec_.pace.count()},
                            {"listed", spec_.listed},
                            {"previous", spec_.previous},
                            {"next", next_},
                            {"undo", side_text(undo_asked_)},
                            {"rematch", side_text(rematch_asked_)},
                            {"record", record::to_json(record())}});
}

base::Result<LiveGame> LiveGame::load(std::string_view id, std::string_view text,
                                      std::optional<store::GameId> kept, SteadyTime now) {
    try {
        const Json json = base::parse_json(text);
        if (json.at("version") != kVersion) return base::fail("game {}: of a newer server", id);
        auto record = record::from_json(json.at("record"));
        if (!record) return base::fail("game {} is damaged: {}", id, record.error().message);
        const auto control = arena::parse_time_controls(record->time_control);
        if (!control) return base::fail("game {} is damaged: {}", id, control.error().message);

        const auto numbers = KeptNumbers::read(json);
        if (!numbers) return base::fail("game {} is damaged: {}", id, numbers.error().message);
        LiveGameSpec spec;
        spec.id = id;
        for (const Side side : {Side::kX, Side::kO}) {
            auto seat = kept_seat(json.at(letter(side)));
            if (!seat) return base::fail("game {} is damaged: {}", id, seat.error().message);
            spec.seats[static_cast<std::size_t>(side)] = std::move(*seat);
        }
        spec.start = record->start;
        spec.seed = record->seed;
        spec.time_control = *control;
        spec.bot_time = numbers->bot_time;
        spec.pace = numbers->pace;
        spec.listed = json.at("listed").get<bool>();
        spec.previous = json.at("previous").get<std::string>();
        spec.opening = record->moves();
        spec.opening.resize(static_cast<std::size_t>(record->opening));
        LiveGame game(std::move(spec), arena::GameInProgress(std::move(*record), *control), now);
        game.secret_ = json.at("secret").get<std::string>();
        game.next_ = json.at("next").get<std::string>();
        game.undo_asked_ = read_side(json.at("undo"));
        game.rematch_asked_ = read_side(json.at("rematch"));
        game.seq_ = numbers->seq;
        game.kept_ = kept;
        return game;
    } catch (const Json::exception& error) {
        return base::fail("game {} is damaged: {}", id, error.what());
    }
}

}  // namespace ninefold::server
