// SPDX-License-Identifier: MIT
#include "server/match_json.h"

#include <algorithm>

#include "arena/match_format.h"
#include "base/parse_json.h"
#include "base/try.h"
#include "record/record_text.h"
#include "rules/position_text.h"
#include "tournament/forecast.h"
#include "tournament/tournament_spec.h"

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

base::Result<void> count_new(store::Store& store, const store::MatchInfo& match,
                             MatchCount& count) {
    const auto results =
        TRY(count.last == 0 ? store.results(match.id) : store.results_since(match.id, count.last));
    for (const store::KeptGame& game : results) {
        ++count.games;
        count.last = std::max(count.last, game.seq);
        if (!game.counts()) continue;
        if (rules::is_forfeit(*game.ending)) ++count.forfeits;
        if (!game.winner) ++count.draws;
        else if ((*game.winner == rules::Side::kX) == match.a_is_x(game.id.number, game.x))
            ++count.wins;
        else ++count.losses;
    }
    return {};
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

Json match_json(const store::MatchInfo& match, const MatchCount& count, std::string_view state,
                const TournamentOutline* outline) {
    const Json spec = base::parse_json(match.spec);
    const Json summary = base::parse_json(match.summary);
    const Json control = spec_member(spec, "time_control");
    const Json changes = spec_member(spec, "changes");
    return {{"id", store::to_text(match.id)},
            {"a", match.a},
            {"b", match.b},
            {"event", match.event},
            {"created", match.date},
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

base::Result<MatchCount> MatchCounter::count(store::Store& store, const store::MatchInfo& match) {
    constexpr std::size_t kMost = 1'000;
    if (known_.size() > kMost) known_.clear();
    MatchCount& count = known_[match.id];
    if (count.games == match.games && count.games > 0) return count;
    TRY(count_new(store, match, count));
    // A void game that was played again is counted twice, which the end sets right; more games
    // than the match had a moment ago are new ones.
    const bool over = !match.finished.empty();
    if (count.games < match.games || (over && count.games != match.games)) {
        count = {};
        TRY(count_new(store, match, count));
    }
    return count;
}

const TournamentOutline* MatchCounter::outline(const store::MatchInfo& match) {
    constexpr std::size_t kMost = 100;
    if (match.kind != store::MatchKind::kTournament) return nullptr;
    if (const auto found = outlines_.find(match.id); found != outlines_.end()) {
        return &found->second;
    }
    const auto spec = tournament::parse_spec(match.spec, "/", "the tournament");
    if (!spec) return nullptr;
    if (outlines_.size() >= kMost) outlines_.clear();
    const auto added =
        outlines_.emplace(match.id, TournamentOutline{forecast_games(*spec),
                                                      std::string(rules::name(spec->rules)),
                                                      arena::to_text(spec->time_control)});
    return &added.first->second;
}

}  // namespace ninefold::server
