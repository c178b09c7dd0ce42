// SPDX-License-Identifier: MIT
#include "server/standings.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "server/match_counter.h"

namespace ninefold::server {

namespace {

using rules::Side;

struct Line {
    std::string name;
    int games = 0, wins = 0, draws = 0, losses = 0, forfeits = 0;
    double points() const { return wins + 0.5 * draws; }
};

/// Adds up results of any number of matches.
class EventTable {
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

base::Result<Json> standings_json(store::Store& store, const std::string& event,
                                  std::optional<store::MatchId> match) {
    auto matches = store.matches();
    if (!matches) return matches.error();
    std::reverse(matches->begin(), matches->end());
    EventTable table;
    for (const store::MatchInfo& info : *matches) {
        if (match ? info.id != *match : info.match.event != event) continue;
        const auto results = store.results(info.id);
        if (!results) return results.error();
        for (const store::GameResult& game : *results) {
            if (game.counts()) table.add(info, game);
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

}  // namespace ninefold::server
