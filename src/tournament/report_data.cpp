// SPDX-License-Identifier: MIT
#include <cmath>
#include <set>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/foreign_text.h"
#include "tournament/report.h"

namespace ninefold::tournament {

namespace {

using Json = nlohmann::ordered_json;

using base::csv_cell;

/// From `place` to `forfeits`.
std::string result_cells(int place, const BotEntry& bot, const Tally& tally) {
    return fmt::format("{},{},{},{},{},{},{},{},{},{},{}", place, csv_cell(bot.name),
                       csv_cell(bot.team), tally.games, tally.wins, tally.draws, tally.losses,
                       points_text(tally.points), tally.blocks_won, tally.blocks_lost,
                       tally.forfeits);
}

/// What put a bot behind one with as many points: nothing where points did, and nothing of a bot
/// that has not played, whose place says nothing yet.
std::string_view tie_break_of(const TableRow& row) {
    const bool has_played = row.tally.games > 0 || row.tally.points > 0;  // or had a bye
    const bool is_tied = row.decided_by != "points" && (row.decided_by != "coin" || has_played);
    return is_tied ? std::string_view(row.decided_by) : "";
}

Json row_json(const Tournament& t, const TableRow& row, bool advances) {
    return {{"place", row.place},
            {"bot", t.spec().bot(row.team).name},
            {"games", row.tally.games},
            {"wins", row.tally.wins},
            {"draws", row.tally.draws},
            {"losses", row.tally.losses},
            {"points", row.tally.points},
            {"blocks", {row.tally.blocks_won, row.tally.blocks_lost}},
            {"forfeits", row.tally.forfeits},
            {"decided_by", tie_break_of(row)},
            {"advances", advances},
            {"away", row.away}};
}

Json meeting_json(const Tournament& t, const StageRun& run, const Meeting& meeting) {
    const Pairing& p = meeting.pairing;
    Json json = {{"where", run.stage->label(p)},
                 {"group", p.group},
                 {"round", p.round},
                 {"slot", p.slot},
                 {"a", t.spec().bot(p.a).name}};
    json["b"] = p.is_bye() ? Json(nullptr) : Json(t.spec().bot(p.b).name);
    Json games = Json::array();
    meeting.for_each_game([&](int i, const GameOutcome& game, rules::Side a) {
        games.push_back({{"number", meeting.first_number + i},
                         {"x", a == rules::Side::kX ? "a" : "b"},
                         {"ending", rules::name(game.ending)},
                         {"points", {game.points_of(a), game.points_of(rules::other(a))}}});
    });
    json["games"] = std::move(games);
    if (meeting.verdict) {
        constexpr std::string_view kKinds[] = {"a", "b", "drawn", "annulled"};
        json["won_by"] = kKinds[static_cast<std::size_t>(meeting.verdict->kind)];
        json["decided_by"] = meeting.verdict->decided_by;
    }
    return json;
}

constexpr std::pair<int, std::string_view> kTrees[] = {{kMainBracket, "main"},
                                                       {kLowerBracket, "lower"},
                                                       {kGrandFinal, "final"},
                                                       {kThirdPlace, "third-place"}};

/// A side of a tie, with what it has scored in the meeting; null while it is open who it is.
Json side_json(const Tournament& t, const std::optional<TeamId>& team, const Meeting* meeting) {
    if (!team || *team == kNobody) return nullptr;
    double points = 0;
    if (meeting != nullptr) {
        meeting->for_each_game([&](int, const GameOutcome& game, rules::Side a) {
            points += game.points_of(meeting->pairing.a == *team ? a : rules::other(a));
        });
    }
    return {{"bot", t.spec().bot(*team).name}, {"points", points}};
}

Json tie_json(const Tournament& t, const StageRun& run, const Tie& tie) {
    const Meeting* const meeting = tie.meeting;
    Json json = {{"slot", tie.slot},
                 {"a", side_json(t, tie.a, meeting)},
                 {"b", side_json(t, tie.b, meeting)},
                 {"bye", tie.is_bye()},
                 {"meeting", nullptr},
                 {"winner", nullptr}};
    if (meeting == nullptr) return json;
    json["meeting"] = meeting - run.meetings.data();
    const TeamId winner = meeting->winner();
    if (winner != kNobody) json["winner"] = winner == tie.a ? "a" : "b";
    return json;
}

/// The trees of a bracket with their rounds: null for other stages.
Json bracket_json(const Tournament& t, int stage) {
    const StageRun& run = t.stage(stage);
    if (!run.spec.is_bracket()) return nullptr;
    Json trees = Json::array();
    const std::vector<Tie> ties = run.stage->ties(t.situation(stage));
    for (const auto& [group, tree_name] : kTrees) {
        Json rounds = Json::array();
        for (const Tie& tie : ties) {
            if (tie.group != group) continue;
            if (static_cast<int>(rounds.size()) <= tie.round) {
                const Pairing where{.round = tie.round, .group = group, .slot = tie.slot};
                rounds.push_back({{"title", run.stage->label(where)}, {"ties", Json::array()}});
            }
            rounds.back()["ties"].push_back(tie_json(t, run, tie));
        }
        if (!rounds.empty()) trees.push_back({{"tree", tree_name}, {"rounds", std::move(rounds)}});
    }
    return trees;
}

Json stage_json(const Tournament& t, int number) {
    const StageRun& run = t.stage(number);
    Json json = {{"name", run.spec.name},     {"type", name(run.spec.type)},
                 {"over", run.is_over},       {"tables", Json::array()},
                 {"meetings", Json::array()}, {"bracket", bracket_json(t, number)}};
    const StageRanking ranking = t.ranking(number);
    std::set<TeamId> advancing;
    for (const Placing& placing : ranking.placings) {
        if (run.spec.advance > 0 && placing.advances) advancing.insert(placing.team);
    }
    for (const Table& table : ranking.tables) {
        Json rows = Json::array();
        for (const TableRow& row : table.rows) {
            rows.push_back(row_json(t, row, advancing.contains(row.team)));
        }
        json["tables"].push_back({{"title", table.title}, {"rows", std::move(rows)}});
    }
    for (const Meeting& meeting : run.meetings) {
        json["meetings"].push_back(meeting_json(t, run, meeting));
    }
    return json;
}

Json final_row_json(const Tournament& t, const FinalRow& row, const Rating& rating,
                    const Tally& tally) {
    const BotEntry& bot = t.spec().bot(row.team);
    Json json = {{"place", row.place},
                 {"bot", bot.name},
                 {"team", bot.team},
                 {"last_stage", t.stage(row.stage).spec.name},
                 {"award", row.award},
                 {"games", tally.games},
                 {"points", tally.points},
                 {"most_points", full_points(t.spec().points) * tally.games},
                 {"forfeits", tally.forfeits},
                 {"elo",
                  {{"value", rating.elo}, {"error", rating.error}, {"games", rating.games}}}};
    if (bot.time_control) json["time_control"] = arena::to_text(*bot.time_control);
    if (row.absence) {
        json["away"] = {{"kind", name(row.absence->kind)}, {"reason", row.absence->reason}};
    }
    return json;
}

Json standing_json(const Tournament& t, const TableRow& row) {
    Json json = row_json(t, row, false);
    json.erase("advances");
    json["buchholz"] = row.tally.buchholz;
    json["sonneborn_berger"] = row.tally.sonneborn_berger;
    return json;
}

/// Openings are named by their file, and not everybody need know where it lies.
std::string without_folder(const std::string& what) {
    constexpr std::string_view kFile = "file:";
    if (!what.starts_with(kFile)) return what;
    return fmt::format("{}{}", kFile, what.substr(what.find_last_of(":/") + 1));
}

}  // namespace

Json standings_json(const Tournament& t) {
    constexpr int kVersion = 1;  // of what is counted and how
    Json json = {{"version", kVersion}, {"final", Json::array()}, {"stages", Json::array()}};
    const Ratings ratings = ratings_of(t);
    const std::vector<Tally> tallies = tallies_of(t);
    for (const FinalRow& row : t.final_ranking()) {
        const auto team = static_cast<std::size_t>(row.team.index);
        json["final"].push_back({{"place", row.place},
                                 {"bot", t.spec().bot(row.team).name},
                                 {"award", row.award},
                                 {"games", tallies[team].games},
                                 {"points", tallies[team].points},
                                 {"elo", ratings.teams[team].elo},
                                 {"elo_error", ratings.teams[team].error}});
    }
    for (int stage = 0; stage <= t.current_stage(); ++stage) {
        Json tables = Json::array();
        for (const StageRanking ranking = t.ranking(stage); const Table& table : ranking.tables) {
            Json rows = Json::array();
            for (const TableRow& row : table.rows) rows.push_back(standing_json(t, row));
            tables.push_back({{"title", table.title}, {"rows", std::move(rows)}});
        }
        json["stages"].push_back(
            {{"name", t.stage(stage).spec.name}, {"tables", std::move(tables)}});
    }
    return json;
}

std::string to_csv(const Report& report) {
    const Tournament& t = report.tournament();
    std::string out =
        "stage,table,place,bot,team,games,wins,draws,losses,points,blocks_won,blocks_lost,forfeits,"
        "decided_by,status,award,elo,elo_error\n";
    for (int stage = 0; stage <= t.current_stage(); ++stage) {
        for (const StageRanking ranking = t.ranking(stage); const Table& table : ranking.tables) {
            for (const TableRow& row : table.rows) {
                const auto absence = row.away ? t.absence_of(row.team) : std::nullopt;
                out += fmt::format("{},{},{},{},{},,,\n", csv_cell(t.stage(stage).spec.name),
                                   csv_cell(table.title),
                                   result_cells(row.place, t.spec().bot(row.team), row.tally),
                                   tie_break_of(row), absence ? name(absence->kind) : "");
            }
        }
    }
    const Ratings ratings = ratings_of(t);
    const std::vector<Tally> tallies = tallies_of(t);
    for (const FinalRow& row : t.final_ranking()) {
        const auto team = static_cast<std::size_t>(row.team.index);
        const Rating& rating = ratings.teams[team];
        out +=
            fmt::format(",Final,{},,{},{},{}\n",
                        result_cells(row.place, t.spec().bot(row.team), tallies[team]),
                        row.absence ? name(row.absence->kind) : "", points_text(row.award),
                        rating.games > 0 ? fmt::format("{:.0f},{:.0f}",
                                                       std::round(rating.elo) + 0.0, rating.error)
                                         : ",");
    }
    return out;
}

Json to_json(const Report& report) {
    const Tournament& t = report.tournament();
    const Ratings ratings = ratings_of(t);
    const std::vector<Tally> tallies = tallies_of(t);
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
                 {"points", arena::name(t.spec().points)},
                 {"games", t.games_played()},
                 {"final", Json::array()},
                 {"stages", Json::array()},
                 {"forfeits", report.forfeits()},
                 {"changes", Json::array()}};
    for (const FinalRow& row : t.final_ranking()) {
        const auto team = static_cast<std::size_t>(row.team.index);
        json["final"].push_back(final_row_json(t, row, ratings.teams[team], tallies[team]));
    }
    for (int stage = 0; stage <= t.current_stage(); ++stage) {
        json["stages"].push_back(stage_json(t, stage));
    }
    for (const ContentChange& change : report.changes) {
        json["changes"].push_back(
            {{"what", without_folder(change.what)}, {"after_games", change.games}});
    }
    json["elo_of_x"] = ratings.x_advantage;
    return json;
}

Json with_games(const Report& report) {
    Json bots = Json::array();
    for (const BotEntry& bot : report.tournament().spec().bots) bots.push_back(bot.name);
    return {{"tournament", to_json(report)},
            {"bots", std::move(bots)},
            {"games", report.packed_games()}};
}

}  // namespace ninefold::tournament
