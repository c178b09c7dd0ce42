// SPDX-License-Identifier: MIT
#include "server/tournament_reports.h"

#include <algorithm>
#include <functional>
#include <type_traits>
#include <utility>

#include "base/try.h"
#include "pictures/chart.h"
#include "server/page.h"
#include "store/tournament_store.h"
#include "tournament/report.h"

namespace ninefold::server {

base::Result<Json> tournaments_json(store::Store& store) {
    Json list = Json::array();
    for (const store::MatchInfo& each : TRY(store.matches_of(store::MatchKind::kTournament))) {
        list.push_back({{"id", store::to_text(each.id)},
                        {"name", each.a},
                        {"created", each.date},
                        {"finished", each.finished.empty() ? Json(nullptr) : Json(each.finished)},
                        {"games_played", each.games}});
    }
    return Json{{"tournaments", std::move(list)}};
}

namespace {

enum class Games { kAll, kForfeits };

/// Makes a report of a tournament with some of its games, and gives what `write` makes of it.
template <typename Write>
auto report_on(store::Store& store, store::MatchId id, Games games, const Write& write)
    -> base::Result<std::decay_t<decltype(write(std::declval<tournament::Report&>()))>> {
    const auto stored = TRY(store::TournamentStore(store).load(id));
    const auto machine = TRY(store::resume(store, stored));
    tournament::Report report(machine);
    report.id = store::to_text(id);
    report.created = stored.date;
    report.finished = stored.finished;
    report.changes = stored.changes();
    store::GameFilter filter{.match = id, .order = store::Order::kByNumber};
    if (games == Games::kForfeits) filter.forfeits = true;
    TRY(store.for_each(filter, [&](store::GameId game, const record::GameRecord& of) {
        report.add(game.number, of);
        return true;
    }));
    return write(report);
}

/// Those that have a rating, the best first.
std::vector<pictures::RatedName> rated_names(const tournament::Tournament& tournament) {
    const tournament::Ratings ratings = tournament::ratings_of(tournament);
    std::vector<pictures::RatedName> rows;
    for (std::size_t i = 0; i < ratings.teams.size(); ++i) {
        const tournament::Rating& rating = ratings.teams[i];
        if (rating.games == 0) continue;
        rows.push_back({tournament.spec().bots[i].name, rating.elo, rating.error});
    }
    std::ranges::stable_sort(rows, std::ranges::greater(), &pictures::RatedName::elo);
    return rows;
}

std::string title_of_ratings(const tournament::Tournament& tournament) {
    return tournament.spec().name + ": Elo";
}

}  // namespace

base::Result<std::string> tournament_html(store::Store& store, store::MatchId id) {
    return report_on(store, id, Games::kAll, [](const tournament::Report& report) {
        Json data = tournament::with_games(report);
        if (const auto rated = rated_names(report.tournament()); !rated.empty()) {
            data["ratings_svg"] =
                pictures::ratings_svg(rated, title_of_ratings(report.tournament()),
                                      pictures::Theme::kAuto);
        }
        return report_page(data);
    });
}

base::Result<std::string> tournament_csv(store::Store& store, store::MatchId id) {
    return report_on(store, id, Games::kForfeits, tournament::to_csv);
}

base::Result<Json> tournament_json(store::Store& store, store::MatchId id) {
    return report_on(store, id, Games::kForfeits, tournament::to_json);
}

base::Result<std::string> ratings_picture(store::Store& store, store::MatchId id,
                                          const std::string& title, pictures::Theme theme) {
    auto picture = report_on(store, id, Games::kForfeits, [&](const tournament::Report& report) {
        const auto rated = rated_names(report.tournament());
        if (rated.empty()) return std::string();
        return pictures::ratings_svg(rated,
                                     title.empty() ? title_of_ratings(report.tournament()) : title,
                                     theme);
    });
    if (picture && picture->empty()) {
        return base::fail("no game of this tournament counts for ratings yet");
    }
    return picture;
}

base::Result<Json> TournamentReports::report(store::Store& store, store::MatchId id) {
    constexpr std::size_t kMost = 20;
    constexpr int kShare = 10;  ///< of the thread's time that one report may take: a tenth
    const auto match = TRY(store.match(id));
    const bool over = !match.finished.empty();
    const Clock::time_point begin = Clock::now();
    if (const auto found = known_.find(id); found != known_.end()) {
        const Kept& kept = found->second;
        const bool young = begin - kept.made < kept.took * kShare;
        const bool final = over && kept.games == match.games;
        if (kept.finished == over && (young || final)) return kept.json;
    }
    auto json = TRY(tournament_json(store, id));
    if (known_.size() >= kMost) known_.clear();
    const Clock::time_point end = Clock::now();
    known_[id] = {json, match.games, over, end, end - begin};
    return json;
}

}  // namespace ninefold::server
