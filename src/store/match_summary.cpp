// SPDX-License-Identifier: MIT
#include "store/match_summary.h"

#include <cmath>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "arena/event_json.h"
#include "base/try.h"
#include "record/record_json.h"

namespace ninefold::store {

namespace {

using Json = nlohmann::ordered_json;

Json game_json(GameId id, const record::GameRecord& game, bool a_is_x) {
    Json json = record::to_json(game);
    json["id"] = to_text(id);
    json["number"] = id.number;
    json["a"] = a_is_x ? "x" : "o";
    json["detail"] = game.detail;
    const Json none(std::vector<Json>(game.plies.size()));
    json["clocks"] = {{"spent", json.value("spent", none)}, {"left", json.value("clock", none)}};
    return json;
}

Json bot_json(const std::string& source, const std::string& name, const arena::OwnName& own) {
    Json json = {{"spec", source}, {"name", name}};
    if (!own.name.empty()) json["own_name"] = own.name;
    if (!own.author.empty()) json["author"] = own.author;
    return json;
}

Json or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

Json elo_json(const arena::EloEstimate& elo) {
    return {{"difference", std::isfinite(elo.elo) ? Json(elo.elo) : Json(nullptr)},
            {"low", or_null(elo.low)},
            {"high", or_null(elo.high)},
            {"superiority", elo.superiority}};
}

void add_score(Json& json, const arena::Score& score) {
    json.update(arena::score_json(score));
    json["pairs"] = score.pentanomial();
    json["elo"] = elo_json(score.elo());
}

}  // namespace

Json kept_score_json(const arena::Score& score) {
    constexpr int kVersion = 1;  // of what is counted and how
    Json json = {{"version", kVersion}};
    add_score(json, score);
    return json;
}

base::Result<MatchSummary> summarise(Store& store, MatchId id, const arena::MatchSpec& spec,
                                     arena::PointScale scale) {
    MatchSummary summary{id, scale, {}, {}};
    bool is_first = true;
    GameFilter games{.match = id, .order = Order::kByNumber};
    if (scale == arena::PointScale::kPlain) games.limit = 1;  // these points are the score
    TRY(store.for_each(games, [&](GameId game_id, const record::GameRecord& game) {
        const bool a_is_x = spec.a_is_x(game_id.number);
        MatchSummary::Bot& x = a_is_x ? summary.a : summary.b;
        MatchSummary::Bot& o = a_is_x ? summary.b : summary.a;
        if (std::exchange(is_first, false)) {
            x.own = arena::own_name(game, rules::Side::kX);
            o.own = arena::own_name(game, rules::Side::kO);
        }
        const auto points = arena::points(scale, game);
        if (!points) return true;  // a void game, or one that neither bot started
        x.points += points->x;
        o.points += points->o;
        return true;
    }));
    return summary;
}

base::Result<Json> to_json(Store& store, const MatchSummary& summary, const arena::MatchSpec& spec,
                           const arena::MatchReport& report) {
    Json json = {{"match", to_text(summary.id)},
                 {"bots",
                  {bot_json(spec.a_source, spec.a_name, summary.a.own),
                   bot_json(spec.b_source, spec.b_name, summary.b.own)}},
                 {"rules", rules::name(spec.start.rules())},
                 {"time_control", spec.time_text()},
                 {"format", spec.format.text()},
                 {"openings", spec.openings.text()},
                 {"seed", spec.seed},
                 {"complete", report.complete}};
    add_score(json, report.score);
    json["winner"] = report.winner ? Json(std::string(1, *report.winner)) : Json(nullptr);
    json["verdict"] = report.verdict;
    json["games"] = Json::array();
    if (summary.scale != arena::PointScale::kPlain) {
        json["points"] = {{"scale", arena::name(summary.scale)},
                          {"a", summary.a.points},
                          {"b", summary.b.points}};
    }
    const GameFilter games{.match = summary.id, .order = Order::kByNumber};
    TRY(store.for_each(games, [&](GameId id, const record::GameRecord& game) {
        json["games"].push_back(game_json(id, game, spec.a_is_x(id.number)));
        return true;
    }));
    return json;
}

}  // namespace ninefold::store
