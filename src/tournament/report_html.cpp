// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "arena/score.h"
#include "base/counted.h"
#include "tournament/report.h"
#include "tournament/report_page.h"

namespace ninefold::tournament {

namespace {

/// Beyond this a cross table is no longer readable; the list of games can be filtered instead.
constexpr std::size_t kLargestCrossTable = 120;

class Page {
public:
    explicit Page(const Report& report)
        : report_(report), t_(report.tournament()), ratings_(ratings_of(t_)) {}

    std::string html();

private:
    void add_head();
    void add_final();
    void add_stage(int stage);
    void add_table(const Table& table, const StageRanking& ranking, const StageRun& run);
    void add_cross_table(const Table& table, const StageRun& run);
    std::string cell(TeamId row, TeamId column, const StageRun& run,
                     const std::vector<const Meeting*>& meetings) const;
    void add_forfeits();
    void add_games();

    std::string name_of(TeamId team) const { return escaped(t_.spec().bot(team).name); }

    const Report& report_;
    const Tournament& t_;
    Ratings ratings_;
    std::string out_;
};

void Page::add_head() {
    const TournamentSpec& spec = t_.spec();
    out_ += fmt::format(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
        "<title>{0}</title>\n<style>{1}</style>\n<main>\n<h1>{0}</h1>\n<p class=\"facts\">",
        escaped(spec.name), kReportStyle);
    const auto fact = [&](std::string_view text) {
        out_ += fmt::format("<span>{}</span>", escaped(text));
    };
    if (!report_.created.empty()) fact(report_.created.substr(0, 10));
    fact(base::counted(spec.bots.size(), "bot"));
    fact(base::counted(t_.games_played(), "game"));
    fact(fmt::format("rules {}", rules::name(spec.rules)));
    fact(fmt::format("time {}", arena::to_text(spec.time_control)));
    for (const BotEntry& bot : spec.bots) {
        if (!bot.time_control) continue;
        fact(fmt::format("time of {} {}", bot.name, arena::to_text(*bot.time_control)));
    }
    fact(fmt::format("points {}", arena::name(spec.points)));
    fact(fmt::format("seed {}", spec.seed));
    if (!t_.is_over()) fact("still running");
    out_ += "</p>\n";
}

void Page::add_final() {
    const bool awards = has_awards(t_);
    const bool teams = std::any_of(t_.spec().bots.begin(), t_.spec().bots.end(),
                                   [](const BotEntry& bot) { return !bot.team.empty(); });
    const std::vector<Tally> tallies = tallies_of(t_);
    const bool forfeits = std::any_of(tallies.begin(), tallies.end(),
                                      [](const Tally& tally) { return tally.forfeits > 0; });
    out_ += fmt::format(
        "<h2>Standings</h2>\n<div class=\"wide\"><table><tr><th>#<th class=\"l\">bot{}{}<th "
        "class=\"l\">reached<th>score{}<th>Elo<th class=\"s\">±<th class=\"s\">games</tr>\n",
        teams ? "<th class=\"l s\">team" : "", awards ? "<th>points" : "",
        forfeits ? "<th>forfeits" : "");
    for (const FinalRow& row : t_.final_ranking()) {
        const auto team = static_cast<std::size_t>(row.team.index);
        const Rating& rating = ratings_.teams[team];
        const Tally& tally = tallies[team];
        const std::string reached = t_.stages()[static_cast<std::size_t>(row.stage)].spec.name;
        const std::string away =
            row.absence ? fmt::format(" ({}{}{})", name(row.absence->kind),
                                      row.absence->reason.empty() ? "" : ": ", row.absence->reason)
                        : "";
        out_ +=
            fmt::format("<tr><td>{}<td class=\"l n\">{}{}{}<td class=\"l n\">{}<td>{}{}<td>{}<td "
                        "class=\"s\">{}<td class=\"s\">{}</tr>\n",
                        row.place, name_of(row.team),
                        teams ? "<td class=\"l n s\">" + escaped(t_.spec().bot(row.team).team) : "",
                        awards ? "<td class=\"p\">" + points_text(row.award) : "",
                        escaped(reached + away), score_text(tally, t_.spec().points),
                        forfeits ? fmt::format("<td>{}", tally.forfeits) : "", rating_text(rating),
                        rating.games > 0 ? fmt::format("{:.0f}", rating.error) : "", tally.games);
    }
    // From few games the advantage of X is anything.
    constexpr int kEnoughForX = 30;
    out_ += fmt::format(
        "</table></div>\n<p class=\"note\">Score: points of all games, of the most they could be "
        "worth. Elo: Bradley–Terry with draws, 95 % intervals, without forfeits{}.</p>\n",
        ratings_.games < kEnoughForX
            ? ""
            : fmt::format("; having X is worth {}", arena::signed_elo(ratings_.x_advantage)));
    for (const ContentChange& change : report_.changes) {
        out_ += fmt::format("<p class=\"note\">The contents of {} were changed after {}; the "
                            "later games were played with the new ones.</p>\n",
                            escaped(change.what), base::counted(change.games, "game"));
    }
}

void Page::add_table(const Table& table, const StageRanking& ranking, const StageRun& run) {
    std::map<TeamId, bool> advances;
    for (const Placing& placing : ranking.placings) advances[placing.team] = placing.advances;
    const bool forfeits = std::any_of(table.rows.begin(), table.rows.end(),
                                      [](const auto& row) { return row.tally.forfeits > 0; });
    out_ += fmt::format("<div>{}<div class=\"wide\"><table><tr><th>#<th "
                        "class=\"l\">bot<th>points<th class=\"s\">games<th>won<th>drawn<th>lost<th "
                        "class=\"s\">blocks{}<th "
                        "class=\"l\">decided by</tr>\n",
                        table.title == run.spec.name ? "" : "<h3>" + escaped(table.title) + "</h3>",
                        forfeits ? "<th>forfeits" : "");
    for (const TableRow& row : table.rows) {
        const Tally& tally = row.tally;
        out_ +=
            fmt::format("<tr class=\"{}\"><td>{}<td class=\"l n\">{}<td "
                        "class=\"p\">{}<td class=\"s\">{}<td>{}<td>{}<td>{}<td class=\"s\">{}"
                        "–{}{}<td class=\"l\">{}</tr>\n",
                        row.away                                     ? "away"
                        : run.spec.advance > 0 && advances[row.team] ? "on"
                                                                     : "",
                        row.place, name_of(row.team), points_text(tally.points), tally.games,
                        tally.wins, tally.draws, tally.losses, tally.blocks_won, tally.blocks_lost,
                        forfeits ? fmt::format("<td>{}", tally.forfeits) : "", row.decided_by);
    }
    out_ += "</table></div></div>\n";
}

std::string Page::cell(TeamId row, TeamId column, const StageRun&,
                       const std::vector<const Meeting*>& meetings) const {
    double own = 0, other = 0;
    bool played = false;
    for (const Meeting* meeting : meetings) {
        const bool is_a = meeting->pairing.a == row;
        for (std::size_t i = 0; i < meeting->games.size(); ++i) {
            if (!meeting->games[i]) continue;
            const rules::Side a = Meeting::side_of_a(static_cast<int>(i));
            own += meeting->games[i]->points_of(is_a ? a : rules::other(a));
            other += meeting->games[i]->points_of(is_a ? rules::other(a) : a);
            played = true;
        }
    }
    if (!played) return "<td>";
    return fmt::format("<td class=\"{}\" data-a=\"{}\" data-b=\"{}\">{}",
                       own > other   ? "won"
                       : own < other ? "lost"
                                     : "",
                       row.index, column.index, points_text(own));
}

void Page::add_cross_table(const Table& table, const StageRun& run) {
    if (table.rows.size() > kLargestCrossTable || table.rows.size() < 3) return;
    std::map<std::pair<TeamId, TeamId>, std::vector<const Meeting*>> between;
    for (const Meeting& meeting : run.meetings) {
        between[{meeting.pairing.a, meeting.pairing.b}].push_back(&meeting);
        between[{meeting.pairing.b, meeting.pairing.a}].push_back(&meeting);
    }
    out_ += "<div><h3>Cross table</h3><div class=\"wide\"><table class=\"cross\"><tr><th>#<th "
            "class=\"l\">bot";
    for (const TableRow& column : table.rows) out_ += fmt::format("<th>{}", column.place);
    out_ += "</tr>\n";
    for (const TableRow& row : table.rows) {
        out_ += fmt::format("<tr><td>{}<td class=\"l n\">{}", row.place, name_of(row.team));
        for (const TableRow& column : table.rows) {
            out_ += row.team == column.team
                        ? std::string("<td class=\"self\">")
                        : cell(row.team, column.team, run, between[{row.team, column.team}]);
        }
        out_ += "</tr>\n";
    }
    out_ += "</table></div></div>\n";
}

void Page::add_stage(int stage) {
    const StageRun& run = t_.stages()[static_cast<std::size_t>(stage)];
    out_ += fmt::format("<h2>{}</h2>\n", escaped(run.spec.name));
    if (run.spec.is_bracket()) out_ += "<div class=\"wide\">" + bracket_svg(t_, stage) + "</div>\n";
    const StageRanking ranking = t_.ranking(stage);
    out_ += "<div class=\"groups\">\n";
    for (const Table& table : ranking.tables) {
        add_table(table, ranking, run);
        if (!run.spec.is_bracket()) add_cross_table(table, run);
    }
    out_ += "</div>\n";
}

void Page::add_forfeits() {
    if (report_.forfeits().empty()) return;
    constexpr std::size_t kShown = 500;
    out_ += fmt::format(
        "<h2>Forfeits</h2>\n<div class=\"wide\"><table><tr><th>game<th class=\"l\">bot<th "
        "class=\"l\">against<th class=\"l\">ending<th class=\"l\">what happened</tr>\n");
    for (std::size_t i = 0; i < std::min(kShown, report_.forfeits().size()); ++i) {
        const Forfeit& forfeit = report_.forfeits()[i];
        out_ += fmt::format(
            "<tr><td><a href=\"#game-{0}\" data-game=\"{0}\">{0}</a><td class=\"l n\">{1}<td "
            "class=\"l n\">{2}<td class=\"l\">{3}<td class=\"w\">{4}</tr>\n",
            forfeit.number, name_of(forfeit.loser), name_of(forfeit.opponent),
            rules::name(forfeit.ending), escaped(forfeit.detail));
    }
    out_ += "</table></div>\n";
    if (report_.forfeits().size() > kShown) {
        out_ += fmt::format("<p class=\"note\">… and {} more, in the list of games.</p>\n",
                            report_.forfeits().size() - kShown);
    }
}

void Page::add_games() {
    nlohmann::ordered_json info;
    for (const BotEntry& bot : t_.spec().bots) info["bots"].push_back(bot.name);
    for (const StageRun& run : t_.stages()) info["stages"].push_back(run.spec.name);
    info["ruleset"] = rules::name(t_.spec().rules.ruleset);
    for (int i = 0; i < rules::kEndingCount; ++i) {
        const auto ending = static_cast<rules::Ending>(i);
        if (rules::is_forfeit(ending)) info["forfeits"].push_back(rules::name(ending));
    }
    std::string json = info.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
    // Nothing a bot's name can hold may end the element.
    for (std::size_t at = 0; (at = json.find('<', at)) != std::string::npos;) {
        json.replace(at, 1, "\\u003c");
    }
    out_ += R"(<section class="games"><h2>Games</h2>
<div class="filters"><select id="bot" aria-label="bot"></select><select id="other" aria-label="opponent"></select><select id="stage" aria-label="stage"></select><select id="ending" aria-label="result"><option value="">any result<option value="x">won by X<option value="o">won by O<option value="draw">drawn<option value="forfeit">forfeits</select></div>
<div id="viewer"><div><div id="board"></div><div class="bar"><button id="first" aria-label="to the start">|◀</button><button id="prev" aria-label="back">◀</button><button id="run" aria-label="play" title="play">▶▶</button><button id="next" aria-label="on">▶</button><button id="end" aria-label="to the end">▶|</button><input id="slide" type="range" min="0" aria-label="move"><span id="at"></span></div></div><div><h3 id="title"></h3><p id="how" class="note"></p><div id="moves"></div></div></div>
<div class="wide"><table><thead><tr><th>game<th class="l">X<th class="l">O<th>result<th class="l">ending<th class="s">moves<th class="l s">stage</tr></thead><tbody id="list"></tbody></table></div>
<div class="bar"><button id="back">◀</button><button id="on">▶</button><span id="count" class="note"></span></div></section>
</main>
)";
    out_ += "<script type=\"application/json\" id=\"info\">" + json + "</script>\n";
    out_ += "<script type=\"text/plain\" id=\"games\">" + report_.packed_games() + "</script>\n";
    out_ += fmt::format("<script>{}</script>\n</html>\n", kReportScript);
}

std::string Page::html() {
    add_head();
    add_final();
    for (int stage = static_cast<int>(t_.stages().size()) - 1; stage >= 0; --stage)
        add_stage(stage);
    add_forfeits();
    add_games();
    return std::move(out_);
}

}  // namespace

std::string to_html(const Report& report) { return Page(report).html(); }

}  // namespace ninefold::tournament
