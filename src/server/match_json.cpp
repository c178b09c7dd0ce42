// SPDX-License-Identifier: MIT
#include "server/match_json.h"

#include <algorithm>
#include <vector>

#include "arena/event_json.h"
#include "arena/match_format.h"
#include "base/parse_json.h"
#include "base/try.h"
#include "record/record_text.h"
#include "rules/position_text.h"
#include "store/match_sides.h"
#include "tournament/forecast.h"
#include "tournament/tournament_spec.h"

namespace ninefold::server {

namespace {

Json member(const Json& json, const char* name) {
    return json.is_object() ? json.value(name, Json(nullptr)) : Json(nullptr);
}

/// As the forecast of the command line has it, but quick however many games two bots play: it is
/// made with few of them, and multiplied.
int forecast_games(tournament::TournamentSpec spec) {
    constexpr int kFew = 2;
    std::vector<int> most_games;
    for (tournament::StageSpec& stage : spec.stages) {
        const int most = stage.format.most_games();
        most_games.push_back(std::max(most, kFew));
        if (most > kFew) stage.format = arena::MatchFormat::games(kFew);
    }
    const tournament::Forecast plan = tournament::forecast(spec);
    const std::vector<tournament::StageRun>& stages = plan.played.stages();
    int games = 0;
    for (std::size_t i = 0; i < stages.size() && i < most_games.size(); ++i) {
        games += stages[i].games_played() * most_games[i] / kFew;
    }
    return games;
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

/// A tournament's is TOML, any other JSON of the process that made the match.
MatchCounter::Outline MatchCounter::outline_of(const store::MatchInfo& match) {
    if (match.kind == store::MatchKind::kTournament) {
        const auto spec =
            tournament::parse_spec(match.spec, "/", "the tournament", arena::OpeningLines::kLeave);
        if (!spec) return {};
        return {forecast_games(*spec), rules::name(spec->rules),
                arena::to_text(spec->time_control)};
    }
    const Json spec = base::parse_json(match.spec);
    const auto text = [&](const char* name) {
        const Json value = member(spec, name);
        return value.is_string() ? value.get<std::string>() : std::string();
    };
    const auto start = rules::parse_position(text("start"));
    const auto format = arena::MatchFormat::parse(text("format"));
    return {format ? Json(format->most_games()) : Json(nullptr),
            start ? rules::name(start->rules()) : "", text("time_control")};
}

base::Result<void> MatchCounter::count_new(store::Store& store, const store::MatchInfo& match,
                                           Count& count) {
    const auto results =
        TRY(count.last == 0 ? store.results(match.id) : store.results_since(match.id, count.last));
    const store::MatchSides sides(match);
    std::vector<std::int64_t> voids;
    for (const store::KeptGame& game : results) {
        if (!game.counts()) {
            voids.push_back(game.seq);
            continue;
        }
        count.last = std::max(count.last, game.seq);
        if (rules::is_forfeit(*game.ending)) ++count.forfeits;
        const int number = game.id.number;
        count.score.add(number, arena::result_of(game.winner, sides.a_is_x(number, game.x)));
    }
    count.late_voids = static_cast<int>(
        std::ranges::count_if(voids, [&](std::int64_t seq) { return seq > count.last; }));
    count.voids += static_cast<int>(voids.size()) - count.late_voids;
    return {};
}

base::Result<void> MatchCounter::update(store::Store& store, const store::MatchInfo& match,
                                        Count& count) {
    if (count.score.games() == match.games && match.games > 0) return {};
    TRY(count_new(store, match, count));
    // A void game that was played again is counted twice, which the end sets right; more games
    // than the match had a moment ago are new ones.
    const int games = count.score.games() + count.voids + count.late_voids;
    const bool over = !match.finished.empty();
    if (games >= match.games && (!over || games == match.games)) return {};
    count = {};
    return count_new(store, match, count);
}

base::Result<Json> MatchCounter::to_json(store::Store& store, const store::MatchInfo& match,
                                         std::string_view state) {
    constexpr std::size_t kMost = 200;  // as many as one list shows
    if (known_.size() > kMost) known_.clear();
    auto found = known_.find(match.id);
    if (found == known_.end()) found = known_.emplace(match.id, Known{outline_of(match)}).first;
    auto& [outline, count] = found->second;
    TRY(update(store, match, count));
    const arena::Score& score = count.score;
    const Json changes = member(base::parse_json(match.spec), "changes");
    Json json{{"id", store::to_text(match.id)},
              {"a", match.a},
              {"b", match.b},
              {"event", match.event},
              {"created", match.date},
              {"finished", text_or_null(match.finished)},
              {"state", match.finished.empty() ? state : "finished"},
              {"games_played", score.games()},
              {"games_planned", outline.games},
              {"forfeits", count.forfeits},
              {"rules", outline.rules},
              {"time_control", outline.time_control},
              {"verdict", member(base::parse_json(match.summary), "verdict")},
              {"changes", changes.is_array() ? changes : Json::array()},
              {"here", state == "running" || state == "waiting"}};
    json.update(arena::score_json(score));
    return json;
}

}  // namespace ninefold::server
