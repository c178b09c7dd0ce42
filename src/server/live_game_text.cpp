// SPDX-License-Identifier: MIT
// How a live game is kept between changes: one JSON object, read by the server alone.
#include "base/parse_json.h"
#include "record/record_json.h"
#include "rules/move_text.h"
#include "server/live_game.h"

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

Seat read_seat(const Json& json) {
    Seat seat;
    seat.kind = static_cast<Seat::Kind>(json.at("kind").get<int>());
    seat.name = json.at("name").get<std::string>();
    seat.bot = json.at("bot").get<std::string>();
    seat.token = json.at("token").get<std::string>();
    seat.guest = json.at("guest").get<bool>();
    return seat;
}

std::string side_text(std::optional<Side> side) {
    return side ? std::string(1, rules::to_char(*side)) : std::string();
}

std::optional<Side> read_side(const Json& json) {
    const auto text = json.get<std::string>();
    if (text.empty()) return std::nullopt;
    return text == "x" ? Side::kX : Side::kO;
}

}  // namespace

std::string LiveGame::save() const {
    return to_line({{"version", kVersion},
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

        LiveGameSpec spec;
        spec.seats = {read_seat(json.at("x")), read_seat(json.at("o"))};
        spec.start = record->start;
        spec.seed = record->seed;
        spec.time_control = *control;
        spec.bot_time = std::chrono::milliseconds(json.at("bot_time_ms").get<int>());
        spec.pace = std::chrono::milliseconds(json.at("pace_ms").get<int>());
        spec.listed = json.at("listed").get<bool>();
        spec.previous = json.at("previous").get<std::string>();
        for (int i = 0; i < record->opening; ++i) {
            spec.opening.push_back(record->plies[static_cast<std::size_t>(i)].move);
        }
        LiveGame game(std::string(id), std::move(spec),
                      arena::GameInProgress(std::move(*record), *control), now);
        game.secret_ = json.at("secret").get<std::string>();
        game.next_ = json.at("next").get<std::string>();
        game.undo_asked_ = read_side(json.at("undo"));
        game.rematch_asked_ = read_side(json.at("rematch"));
        game.seq_ = json.at("seq").get<std::uint64_t>();
        game.kept_ = kept;
        return game;
    } catch (const Json::exception& error) {
        return base::fail("game {} is damaged: {}", id, error.what());
    }
}

}  // namespace ninefold::server
