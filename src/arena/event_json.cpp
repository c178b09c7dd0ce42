// SPDX-License-Identifier: MIT
#include "arena/event_json.h"

#include <nlohmann/json.hpp>

#include "arena/match.h"
#include "base/parse_json.h"
#include "record/record_json.h"
#include "rules/move_text.h"

namespace ninefold::arena {

namespace {

using Json = nlohmann::ordered_json;

Json to_json(const MatchStarted& event) {
    return {{"event", "match-started"},
            {"match", event.spec->id},
            {"a", event.spec->a_name},
            {"b", event.spec->b_name},
            {"games", event.spec->format.most_games()},
            {"rules", rules::name(event.spec->start.rules())},
            {"time_control", event.spec->time_text()}};
}

Json to_json(const GameStarted& event) {
    return {{"event", "game-started"}, {"game", event.game}, {"record", to_json(*event.record)}};
}

Json to_json(const MovePlayed& event) {
    Json json = {{"event", "move"},
                 {"game", event.game},
                 {"ply", event.ply},
                 {"side", record::side_json(event.side)},
                 {"move", rules::to_text(event.move->move)}};
    record::add_notes(json, *event.move);
    return json;
}

Json to_json(const InfoReceived& event) {
    Json json = {{"event", "info"}, {"game", event.game}};
    json.update(info_json(event.info, event.side));
    return json;
}

Json to_json(const GameEnded& event) {
    return {{"event", "game-ended"},
            {"game", event.game},
            {"a", event.a_is_x ? "x" : "o"},
            {"record", to_json(*event.record)}};
}

Json to_json(const MatchEnded& event) {
    Json json = {{"event", "match-ended"}, {"match", event.spec->id}};
    json.update(score_json(event.report->score));
    json["verdict"] = event.report->verdict;
    return json;
}

}  // namespace

Json score_json(const Score& score) {
    return {{"score", {score.points_a(), score.points_b()}},
            {"wins", score.wins()},
            {"draws", score.draws()},
            {"losses", score.losses()}};
}

Json info_json(const protocol::Info& info, rules::Side side) {
    Json json = {{"side", record::side_json(side)}};
    if (info.depth) json["depth"] = *info.depth;
    if (info.nodes) json["nodes"] = *info.nodes;
    if (info.nodes_per_second) json["nps"] = *info.nodes_per_second;
    if (info.multi_pv) json["multipv"] = *info.multi_pv;
    // Evaluations are X's in everything that leaves the arena.
    if (info.score) json["eval"] = info.score->of_x(side);
    if (!info.pv.empty()) {
        json["pv"] = Json::array();
        for (const rules::Move move : info.pv) json["pv"].push_back(rules::to_text(move));
    }
    if (!info.text.empty()) json["text"] = info.text;
    if (const auto meta = record::compact_json_object(info.meta))
        json["meta"] = base::parse_json(*meta);
    return json;
}

Json event_json(const Event& event) {
    return std::visit([](const auto& e) { return to_json(e); }, event);
}

std::string to_json_line(const Event& event) { return base::json_line(event_json(event)); }

}  // namespace ninefold::arena
