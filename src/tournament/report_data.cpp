// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>

#include "tournament/report.h"

namespace ninefold::tournament {

namespace {

using Json = nlohmann::ordered_json;

std::string in_csv(std::string_view text) {
    if (text.find_first_of(",\"\n\r") == std::string_view::npos) return std::string(text);
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"') out += '"';
        out += c;
    }
    return out + '"';
}

void add_table(std::string& out, const Tournament& t, std::string_view stage, const Table& table) {
    for (const TableRow& row : table.rows) {
        const BotEntry& bot = t.spec().bot(row.team);
        const Tally& tally = row.tally;
        const auto absence = row.away ? t.absence_of(row.team) : std::nullopt;
        out += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},,,\n", in_csv(stage),
                           in_csv(table.title), row.place, in_csv(bot.name), in_csv(bot.team),
                           tally.games, tally.wins, tally.draws, tally.losses,
                           points_text(tally.points), tally.blocks_won, tally.blocks_lost,
                           tally.forfeits, row.decided_by, absence ? name(absence->kind) : "");
    }
}

Json row_json(const Tournament& t, const TableRow& row) {
    return {{"place", row.place},
            {"bot", t.spec().bot(row.team).name},
            {"games", row.tally.games},
            {"wins", row.tally.wins},
            {"draws", row.tally.draws},
            {"losses", row.tally.losses},
            {"points", row.tally.points},
            {"blocks", {row.tally.blocks_won, row.tally.blocks_lost}},
            {"forfeits", row.tally.forfeits},
            {"decided_by", row.decided_by},
            {"away", row.away}};
}

Json meeting_json(const Tournament& t, const StageRun& run, const Meeting& meeting) {
    const Pairing& p = meeting.pairing;
    Json json = {{"where", run.stage->label(p)}, {"a", t.spec().bot(p.a).name}};
    json["b"] = p.is_bye() ? Json(nullptr) : Json(t.spec().bot(p.b).name);
    Json games = Json::array();
    for (std::size_t i = 0; i < meeting.games.size(); ++i) {
        const auto& game = meeting.games[i];
        if (!game) continue;
        const rules::Side a = Meeting::side_of_a(static_cast<int>(i));
        games.push_back({{"x", Meeting::a_is_x(static_cast<int>(i)) ? "a" : "b"},
                         {"ending", rules::name(game->ending)},
                         {"points", {game->points_of(a), game->points_of(rules::other(a))}}});
    }
    json["games"] = std::move(games);
    if (meeting.verdict) {
        constexpr std::string_view kKinds[] = {"a", "b", "drawn", "annulled"};
        json["won_by"] = kKinds[static_cast<std::size_t>(meeting.verdict->kind)];
        json["decided_by"] = meeting.verdict->decided_by;
    }
    return json;
}

Json stage_json(const Tournament& t, int number) {
    const StageRun& run = t.stages()[static_cast<std::size_t>(number)];
    Json json = {{"name", run.spec.name},
                 {"type", name(run.spec.type)},
                 {"over", run.is_over},
                 {"tables", Json::array()},
                 {"meetings", Json::array()}};
    const StageRanking ranking = t.ranking(number);
    for (const Table& table : ranking.tables) {
        Json rows = Json::array();
        for (const TableRow& row : table.rows) rows.push_back(row_json(t, row));
        json["tables"].push_back({{"title", table.title}, {"rows", std::move(rows)}});
    }
    for (const Meeting& meeting : run.meetings)
        json["meetings"].push_back(meeting_json(t, run, meeting));
    return json;
}

}  // namespace

std::string to_csv(const Report& report) {
    const Tournament& t = report.tournament();
    std::string out =
        "stage,table,place,bot,team,games,wins,draws,losses,points,blocks_won,blocks_lost,forfeits,"
        "decided_by,status,award,elo,elo_error\n";
    for (int stage = 0; stage < static_cast<int>(t.stages().size()); ++stage) {
        const StageRanking ranking = t.ranking(stage);
        for (const Table& table : ranking.tables) {
            add_table(out, t, t.stages()[static_cast<std::size_t>(stage)].spec.name, table);
        }
    }
    const Ratings ratings = ratings_of(t);
    for (const FinalRow& row : t.final_ranking()) {
        const BotEntry& bot = t.spec().bot(row.team);
        const Rating& rating = ratings.teams[static_cast<std::size_t>(row.team.index)];
        out += fmt::format(",Final,{},{},{},{},,,,,,,,,{},{},{:.0f},{:.0f}\n", row.place,
                           in_csv(bot.name), in_csv(bot.team), rating.games,
                           row.absence ? name(row.absence->kind) : "", points_text(row.award),
                           rating.elo, rating.error);
    }
    return out;
}

std::string to_json(const Report& report) {
    const Tournament& t = report.tournament();
    const Ratings ratings = ratings_of(t);
    Json json = {{"format", "ninefold-tournament"},
                 {"version", 1},
                 {"tournament", report.id},
                 {"name", t.spec().name},
                 {"created", report.created},
                 {"finished", report.finished},
                 {"over", t.is_over()},
                 {"seed", t.spec().seed},
                 {"rules", rules::name(t.spec().rules)},
                 {"time_control", arena::to_text(t.spec().time_control)},
                 {"games", t.games_played()},
                 {"final", Json::array()},
                 {"stages", Json::array()},
                 {"forfeits", Json::array()}};
    for (const FinalRow& row : t.final_ranking()) {
        const BotEntry& bot = t.spec().bot(row.team);
        const Rating& rating = ratings.teams[static_cast<std::size_t>(row.team.index)];
        Json one = {{"place", row.place},
                    {"bot", bot.name},
                    {"team", bot.team},
                    {"last_stage", t.stages()[static_cast<std::size_t>(row.stage)].spec.name},
                    {"award", row.award},
                    {"elo",
                     {{"value", rating.elo}, {"error", rating.error}, {"games", rating.games}}}};
        if (row.absence) {
            one["away"] = {{"kind", name(row.absence->kind)}, {"reason", row.absence->reason}};
        }
        json["final"].push_back(std::move(one));
    }
    for (int stage = 0; stage < static_cast<int>(t.stages().size()); ++stage) {
        json["stages"].push_back(stage_json(t, stage));
    }
    for (const Forfeit& forfeit : report.forfeits()) {
        json["forfeits"].push_back({{"game", forfeit.number},
                                    {"bot", t.spec().bot(forfeit.loser).name},
                                    {"ending", rules::name(forfeit.ending)},
                                    {"detail", forfeit.detail}});
    }
    json["elo_of_x"] = ratings.x_advantage;
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace ninefold::tournament
