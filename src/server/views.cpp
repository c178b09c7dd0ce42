// SPDX-License-Identifier: MIT
#include "server/views.h"

#include <algorithm>
#include <vector>

#include "arena/match_format.h"
#include "record/record_json.h"
#include "rules/position_text.h"
#include "server/game_json.h"
#include "store/tournament_store.h"
#include "tournament/forecast.h"
#include "tournament/report.h"

namespace ninefold::server {

namespace {

using rules::Side;

std::string_view result_of(std::optional<rules::Ending> ending, std::optional<Side> winner) {
    record::GameRecord game;
    game.ending = ending;
    game.winner = winner;
    return record::result_text(game);
}

/// Whether bot a had X. Two bots of one name are told apart by the number, as pairs are.
bool a_is_x(const store::MatchInfo& match, const store::GameResult& game) {
    if (match.match.a == match.match.b) return game.number % 2 == 0;
    return game.x == match.match.a;
}

bool counts(const store::GameResult& game) {
    return game.ending && *game.ending != rules::Ending::kVoid;
}

/// The part of a match's spec that lists show; the spec is whoever made it's JSON.
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
    constexpr std::string_view kGames = "games=";
    const Json format = spec_member(spec, "format");
    if (!format.is_string()) return nullptr;
    const auto text = format.get<std::string>();
    if (text.starts_with(kGames)) return std::atoi(text.c_str() + kGames.size());
    const auto batches = arena::MatchFormat::parse(text);
    return batches ? Json(batches->most_games()) : Json(nullptr);
}

struct Line {
    std::string name;
    int games = 0, wins = 0, draws = 0, losses = 0, forfeits = 0;
    double points() const { return wins + 0.5 * draws; }
};

/// Adds up results of any number of matches.
class Table {
public:
    void add(const store::MatchInfo& match, const store::GameResult& game) {
        // The games of a tournament are kept as one match without a second bot.
        const bool many = match.match.b.empty();
        const bool x_is_a = many ? game.x < game.o : a_is_x(match, game);
        std::string a = many ? std::min(game.x, game.o) : match.match.a;
        std::string b = many ? std::max(game.x, game.o) : match.match.b;
        if (a == b) b += " (2)";
        Line& one = lines_[a];
        Line& other = lines_[b];
        one.name = a;
        other.name = b;
        ++one.games;
        ++other.games;
        auto& [points_a, points_b, games] = cross_[{a, b}];
        ++games;
        if (!game.winner) {
            ++one.draws;
            ++other.draws;
            points_a += 0.5;
            points_b += 0.5;
            return;
        }
        const bool a_won = (*game.winner == Side::kX) == x_is_a;
        (a_won ? one : other).wins += 1;
        Line& loser = a_won ? other : one;
        loser.losses += 1;
        (a_won ? points_a : points_b) += 1;
        if (!rules::is_forfeit(*game.ending)) return;
        loser.forfeits += 1;
        forfeits_.push_back({{match.id, game.number}, loser.name, *game.ending});
    }

    Json to_json(store::Store& store) const {
        std::vector<Line> order;
        for (const auto& [name, line] : lines_) order.push_back(line);
        std::stable_sort(order.begin(), order.end(), [](const Line& p, const Line& q) {
            return p.points() != q.points() ? p.points() > q.points() : p.wins > q.wins;
        });
        Json bots = Json::array();
        int rank = 0;
        for (const Line& line : order) {
            bots.push_back({{"rank", ++rank},
                            {"name", line.name},
                            {"points", line.points()},
                            {"games", line.games},
                            {"wins", line.wins},
                            {"draws", line.draws},
                            {"losses", line.losses},
                            {"forfeits", line.forfeits}});
        }
        Json cross = Json::array();
        for (const auto& [pair, score] : cross_) {
            const auto& [points_a, points_b, games] = score;
            cross.push_back({{"a", pair.first},
                             {"b", pair.second},
                             {"points", {points_a, points_b}},
                             {"games", games}});
        }
        return {{"bots", std::move(bots)},
                {"cross", std::move(cross)},
                {"forfeits", forfeits_json(store)}};
    }

private:
    struct Forfeit {
        store::GameId id;
        std::string bot;
        rules::Ending ending;
    };

    Json forfeits_json(store::Store& store) const {
        constexpr std::size_t kShown = 100;
        Json list = Json::array();
        for (std::size_t i = 0; i < std::min(kShown, forfeits_.size()); ++i) {
            const auto game = store.load(forfeits_[i].id);
            list.push_back({{"game", store::to_text(forfeits_[i].id)},
                            {"bot", forfeits_[i].bot},
                            {"ending", rules::name(forfeits_[i].ending)},
                            {"detail", game ? game->detail : ""}});
        }
        return list;
    }

    std::map<std::string, Line> lines_;
    std::map<std::pair<std::string, std::string>, std::tuple<double, double, int>> cross_;
    std::vector<Forfeit> forfeits_;
};

}  // namespace

namespace {

base::Result<void> count_new(store::Store& store, const store::MatchInfo& match,
                             MatchCount& count) {
    const auto results =
        count.last == 0 ? store.results(match.id) : store.results_since(match.id, count.last);
    if (!results) return results.error();
    for (const store::GameResult& game : *results) {
        ++count.games;
        count.last = std::max(count.last, game.seq);
        if (!counts(game)) continue;
        if (rules::is_forfeit(*game.ending)) ++count.forfeits;
        if (!game.winner) ++count.draws;
        else if ((*game.winner == Side::kX) == a_is_x(match, game)) ++count.wins;
        else ++count.losses;
    }
    return {};
}

}  // namespace

base::Result<MatchCount> MatchCounter::count(store::Store& store, const store::MatchInfo& match) {
    constexpr std::size_t kMost = 1'000;
    if (known_.size() > kMost) known_.clear();
    MatchCount& count = known_[match.id];
    if (count.games == match.games && count.games > 0) return count;
    if (auto done = count_new(store, match, count); !done) return done.error();
    // A void game that was played again is counted twice, which the end sets right; more games
    // than the match had a moment ago are new ones.
    const bool over = !match.finished.empty();
    if (count.games < match.games || (over && count.games != match.games)) {
        count = {};
        if (auto done = count_new(store, match, count); !done) return done.error();
    }
    return count;
}

namespace {

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
    int games = 0;
    for (std::size_t i = 0; i < plan.stages.size() && i < most_games.size(); ++i) {
        games += plan.stages[i].games * most_games[i] / kFew;
    }
    return games;
}

}  // namespace

const TournamentOutline* MatchCounter::outline(const store::MatchInfo& match) {
    constexpr std::size_t kMost = 100;
    if (!match.match.b.empty()) return nullptr;
    if (const auto found = outlines_.find(match.id); found != outlines_.end()) {
        return &found->second;
    }
    const auto spec = tournament::parse_spec(match.match.spec, "/", "the tournament");
    if (!spec) return nullptr;
    if (outlines_.size() >= kMost) outlines_.clear();
    const auto added =
        outlines_.emplace(match.id, TournamentOutline{forecast_games(*spec),
                                                      std::string(rules::name(spec->rules)),
                                                      arena::to_text(spec->time_control)});
    return &added.first->second;
}

Json summary_json(const store::GameSummary& game) {
    const bool casual = game.id.match == store::kCasual;
    return {{"id", store::to_text(game.id)},
            {"match", casual ? Json(nullptr) : Json(store::to_text(game.id.match))},
            {"x", game.x},
            {"o", game.o},
            {"rules", rules::name(game.rules)},
            {"time_control", game.time_control},
            {"date", game.date},
            {"event", game.event},
            {"ply", game.plies},
            {"state", "ended"},
            {"ending", game.ending ? Json(rules::name(*game.ending)) : Json(nullptr)},
            {"winner", letter_or_null(game.winner)},
            {"result", result_of(game.ending, game.winner)},
            {"detail", game.detail},
            {"spectators", 0}};
}

Json live_summary_json(store::GameId id, const record::GameRecord& game) {
    rules::AnyPosition position = game.start;
    for (const record::Ply& ply : game.plies) position = position.after(ply.move);
    return {{"id", store::to_text(id)},
            {"match", store::to_text(id.match)},
            {"x", game.x},
            {"o", game.o},
            {"rules", rules::name(game.start.rules())},
            {"time_control", game.time_control},
            {"date", game.date},
            {"event", game.event},
            {"ply", game.plies.size()},
            {"state", "running"},
            {"position", rules::to_text(position)},
            {"ending", nullptr},
            {"winner", nullptr},
            {"result", "*"},
            {"detail", ""},
            {"spectators", 0}};
}

Json kept_game_json(const std::string& id, const record::GameRecord& record) {
    rules::AnyPosition position = record.start;
    for (const record::Ply& ply : record.plies) position = position.after(ply.move);
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
            {"turn", ended ? Json(nullptr) : letter_or_null(position.side())},
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
    const Json spec = Json::parse(match.match.spec, nullptr, false);
    const Json summary = Json::parse(match.summary, nullptr, false);
    const Json control = spec_member(spec, "time_control");
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
            {"here", state == "running" || state == "waiting"}};
}

base::Result<Json> standings_json(store::Store& store, const std::string& event,
                                  std::optional<store::MatchId> match) {
    auto matches = store.matches();
    if (!matches) return matches.error();
    std::reverse(matches->begin(), matches->end());
    Table table;
    for (const store::MatchInfo& info : *matches) {
        if (match ? info.id != *match : info.match.event != event) continue;
        const auto results = store.results(info.id);
        if (!results) return results.error();
        for (const store::GameResult& game : *results) {
            if (counts(game)) table.add(info, game);
        }
    }
    Json json = {{"event", event}};
    json.update(table.to_json(store));
    return json;
}

base::Result<Json> events_json(store::Store& store) {
    const auto matches = store.matches();
    if (!matches) return matches.error();
    struct Event {
        int matches = 0, running = 0, games = 0;
        std::string date;
    };
    std::vector<std::pair<std::string, Event>> events;  // newest first
    for (const store::MatchInfo& match : *matches) {
        if (match.match.event.empty()) continue;
        auto found = std::find_if(events.begin(), events.end(),
                                  [&](const auto& e) { return e.first == match.match.event; });
        if (found == events.end()) found = events.insert(events.end(), {match.match.event, {}});
        Event& event = found->second;
        ++event.matches;
        event.running += match.finished.empty() ? 1 : 0;
        event.games += match.games;
        event.date = match.match.date;
    }
    Json list = Json::array();
    for (const auto& [name, event] : events) {
        list.push_back({{"event", name},
                        {"matches", event.matches},
                        {"running", event.running},
                        {"games", event.games},
                        {"date", event.date}});
    }
    return Json{{"events", std::move(list)}};
}

base::Result<Json> tournaments_json(store::Store& store) {
    Json list = Json::array();
    // Where there never was a tournament there is no table of them, which is no error here.
    const auto tournaments = store::TournamentStore::open(store.path(), store::Access::kRead);
    if (!tournaments) return Json{{"tournaments", std::move(list)}};
    const auto all = (*tournaments)->list();
    if (!all) return all.error();
    for (const store::StoredTournament& each : *all) {
        list.push_back({{"id", store::to_text(each.id)},
                        {"name", each.name},
                        {"created", each.created},
                        {"finished", each.finished.empty() ? Json(nullptr) : Json(each.finished)},
                        {"games_played", each.games}});
    }
    return Json{{"tournaments", std::move(list)}};
}

namespace {

/// Makes a report of a tournament with some of its games, and hands it to `write`.
template <typename Write>
auto report_on(store::Store& store, store::MatchId id, bool forfeits_only, const Write& write)
    -> base::Result<std::string> {
    const auto tournaments = store::TournamentStore::open(store.path(), store::Access::kRead);
    if (!tournaments) return tournaments.error();
    const auto stored = (*tournaments)->load(id);
    if (!stored) return stored.error();
    const auto machine = store::take_up(store, *stored);
    if (!machine) return machine.error();
    tournament::Report report(*machine);
    report.id = store::to_text(id);
    report.created = stored->created;
    report.finished = stored->finished;
    report.changes = stored->changes();
    store::GameFilter filter{.match = id, .order = store::Order::kByNumber};
    if (forfeits_only) filter.forfeits = true;
    const auto read = store.for_each(filter, [&](store::GameId game, const record::GameRecord& of) {
        report.add(game.number, of);
        return true;
    });
    if (!read) return read.error();
    return write(report);
}

}  // namespace

base::Result<Json> tournament_json(store::Store& store, store::MatchId id) {
    // Of the games themselves a report in JSON has only those that were lost by misbehaving.
    const auto text = report_on(store, id, true, tournament::to_json);
    if (!text) return text.error();
    return Json::parse(*text, nullptr, false);
}

base::Result<std::string> tournament_html(store::Store& store, store::MatchId id) {
    return report_on(store, id, false, tournament::to_html);
}

base::Result<std::string> tournament_csv(store::Store& store, store::MatchId id) {
    return report_on(store, id, true, tournament::to_csv);
}

base::Result<Json> TournamentReports::report(store::Store& store, store::MatchId id) {
    constexpr std::size_t kMost = 20;
    constexpr int kShare = 10;  ///< of the thread's time that one report may take: a tenth
    const auto match = store.match(id);
    if (!match) return match.error();
    const bool over = !match->finished.empty();
    const Clock::time_point begin = Clock::now();
    if (const auto found = known_.find(id); found != known_.end()) {
        const Kept& kept = found->second;
        const bool young = begin - kept.made < kept.took * kShare;
        const bool final = over && kept.games == match->games;
        if (kept.finished == over && (young || final)) return kept.json;
    }
    auto json = tournament_json(store, id);
    if (!json) return json.error();
    if (known_.size() >= kMost) known_.clear();
    const Clock::time_point end = Clock::now();
    known_[id] = {*json, match->games, over, end, end - begin};
    return std::move(*json);
}

}  // namespace ninefold::server
