// SPDX-License-Identifier: MIT
#include "server/match_json.h"

#include "arena/match_format.h"
#include "base/parse_json.h"
#include "record/record_json.h"
#include "record/record_text.h"
#include "rules/position_text.h"
#include "server/game_json.h"

namespace ninefold::server {

namespace {

/// The part of a match's spec that lists show; the spec is JSON of the process that made the match.
Json spec_member(const Json& spec, const char* name) {
    return spec.is_object() && spec.contains(name) ? spec[name] : Json(nullptr);
}

std::string rules_of(const Json& spec) {
    const Json start = spec_member(spec, "start");
    if (!start.is_string()) return "";
    const auto position = rules::parse_position(start.get<std::string>());
    return position ? rules::name(position->rules()) : "";
}

/// From the text of the format: `games=20` or batches.
Json planned_games(const Json& spec) {
    const Json text = spec_member(spec, "format");
    if (!text.is_string()) return nullptr;
    const auto format = arena::MatchFormat::parse(text.get<std::string>());
    return format ? Json(format->most_games()) : Json(nullptr);
}

}  // namespace

Json summary_json(const std::string& id, const record::GameSummary& game, std::string_view state) {
    Json json = {{"id", id}, {"match", nullptr}, {"state", state}, {"ply", game.plies}};
    json.update(record::to_json(game));
    json["spectators"] = 0;
    return json;
}

Json summary_json(const store::KeptGame& game) {
    Json json = summary_json(store::to_text(game.id), game, "ended");
    if (game.id.match != store::kCasual) json["match"] = store::to_text(game.id.match);
    return json;
}

Json live_summary_json(store::GameId id, const record::GameRecord& game) {
    Json json = summary_json(store::to_text(id), record::summary_of(game), "running");
    json["match"] = store::to_text(id.match);
    json["position"] = rules::to_text(last_position(game));
    return json;
}

Json game_json(const std::string& id, const record::GameRecord& record,
               const rules::AnyPosition& position) {
    const bool ended = record.ending.has_value();
    const auto seat = [](const std::string& name) {
        return Json{{"kind", "bot"}, {"name", name}, {"present", true}};
    };
    return {{"id", id},
            {"seq", 0},
            {"state", ended ? "ended" : "running"},
            {"record", record::to_json(record)},
            {"position", rules::to_text(position)},
            {"ply", record.plies.size()},
            {"turn", ended ? Json(nullptr) : side_json(position.side())},
            {"legal", Json::array()},
            {"x", seat(record.x)},
            {"o", seat(record.o)},
            {"clocks", nullptr},
            {"undo", nullptr},
            {"rematch", nullptr},
            {"next", nullptr},
            {"previous", nullptr},
            {"kept", ended ? Json(id) : Json(nullptr)},
            {"listed", true},
            {"created", record.date},
            {"spectators", 0}};
}

Json match_json(const store::MatchInfo& match, const MatchCount& count, std::string_view state,
                const TournamentOutline* outline) {
    const Json spec = base::parse_json(match.match.spec);
    const Json summary = base::parse_json(match.summary);
    const Json control = spec_member(spec, "time_control");
    const Json changes = spec_member(spec, "changes");
    return {{"id", store::to_text(match.id)},
            {"a", match.match.a},
            {"b", match.match.b},
            {"event", match.match.event},
            {"created", match.match.date},
            {"finished", match.finished.empty() ? Json(nullptr) : Json(match.finished)},
            {"state", match.finished.empty() ? state : "finished"},
            {"games_played", count.games},
            {"games_planned", outline != nullptr ? Json(outline->games) : planned_games(spec)},
            {"score", {count.wins + 0.5 * count.draws, count.losses + 0.5 * count.draws}},
            {"wins", count.wins},
            {"draws", count.draws},
            {"losses", count.losses},
            {"forfeits", count.forfeits},
            {"rules", outline != nullptr ? outline->rules : rules_of(spec)},
            {"time_control", outline != nullptr    ? Json(outline->time_control)
                             : control.is_string() ? control
                                                   : Json("")},
            {"verdict", spec_member(summary, "verdict")},
            {"changes", changes.is_array() ? changes : Json::array()},
            {"here", state == "running" || state == "waiting"}};
}

}  // namespace ninefold::server
