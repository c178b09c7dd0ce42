// SPDX-License-Identifier: MIT
#include "store/audit.h"

#include <cmath>
#include <map>

#include "arena/match_format.h"
#include "base/counted.h"
#include "base/foreign_text.h"
#include "base/parse_json.h"
#include "store/database.h"
#include "store/game_row.h"
#include "store/schema.h"
#include "store/store.h"
#include "store/tournament_store.h"

namespace ninefold::store {

namespace {

using Json = nlohmann::ordered_json;

/// The score of one match, from its games.
struct Tally {
    std::int64_t rows = 0, counting = 0;
    int last = -1;  ///< number
    double points_a = 0, points_b = 0;
};

/// One pass over a database as it is at one moment.
class Auditor {
public:
    explicit Auditor(Database& database) : database_(database) {}

    base::Result<Audit> run(const std::filesystem::path& path) {
        if (auto begun = database_.execute("BEGIN"); !begun) return begun.error();
        for (const auto check :
             {&Auditor::check_file, &Auditor::check_numbers, &Auditor::check_games,
              &Auditor::check_matches, &Auditor::check_live_games}) {
            if (auto done = (this->*check)(); !done) return done.error();
        }
        (void)database_.execute("COMMIT");  // it has only read
        if (auto done = check_tournaments(path); !done) return done.error();
        return std::move(audit_);
    }

private:
    template <typename... Args>
    void complain(fmt::format_string<Args...> format, Args&&... args) {
        audit_.problems.push_back(fmt::format(format, std::forward<Args>(args)...));
    }

    base::Result<void> check_file() {
        auto check = database_.prepare("PRAGMA integrity_check(10)");
        if (!check) return check.error();
        const auto found =
            check->read_all([](const Statement& row) { return std::string(row.text(0)); });
        if (!found) return found.error();
        for (const std::string& line : *found) {
            if (line != "ok") complain("the file is damaged: {}", base::safe_name(line));
        }
        return {};
    }

    /// Without the index that forbids it, which may be what is damaged.
    base::Result<void> check_numbers() {
        auto select = database_.prepare("SELECT match, number, count(*) FROM games NOT INDEXED "
                                        "GROUP BY match, number HAVING count(*) > 1");
        if (!select) return select.error();
        const auto read = select->read_all([&](const Statement& row) {
            complain("game {}.{} is there {} times", row.number(0), row.number(1), row.number(2));
            return 0;
        });
        if (!read) return read.error();
        return {};
    }

    base::Result<void> check_games() {
        auto names = database_.prepare("SELECT id, a, b FROM matches");
        if (!names) return names.error();
        std::map<std::int64_t, std::pair<std::string, std::string>> bots;
        const auto read_names = names->read_all([&](const Statement& row) {
            bots[row.number(0)] = {std::string(row.text(1)), std::string(row.text(2))};
            return 0;
        });
        if (!read_names) return read_names.error();
        auto select = database_.prepare(
            fmt::format("SELECT {} FROM games NOT INDEXED ORDER BY seq", kGameColumns));
        if (!select) return select.error();
        const auto read = select->read_all([&](const Statement& row) {
            ++audit_.games;
            const GameId key = read_key(row);
            const auto match = bots.find(key.match.value);
            if (key.match != kCasual && match == bots.end()) {
                complain("game {} belongs to no match", to_text(key));
            }
            const auto game = read_record(row);
            if (!game) complain("game {}: {}", to_text(key), game.error().message);
            else if (match != bots.end())
                count(tallies_[key.match.value], key, *game, match->second);
            return 0;
        });
        if (!read) return read.error();
        return {};
    }

    static void count(Tally& tally, GameId key, const record::GameRecord& game,
                      const std::pair<std::string, std::string>& bots) {
        ++tally.rows;
        tally.last = std::max(tally.last, key.number);
        if (!game.ending || *game.ending == rules::Ending::kVoid) return;
        ++tally.counting;
        const auto& [a, b] = bots;
        const bool a_is_x = a == b ? key.number % 2 == 0 : game.x == a;
        const double of_x = !game.winner ? 0.5 : *game.winner == rules::Side::kX ? 1 : 0;
        tally.points_a += a_is_x ? of_x : 1 - of_x;
        tally.points_b += a_is_x ? 1 - of_x : of_x;
    }

    base::Result<void> check_matches() {
        auto select =
            database_.prepare("SELECT id, spec, summary FROM matches WHERE finished IS NOT NULL");
        if (!select) return select.error();
        const auto read = select->read_all([&](const Statement& row) {
            check_finished(row.number(0), base::parse_json(row.text(1)),
                           base::parse_json(row.text(2)));
            return 0;
        });
        if (!read) return read.error();
        const auto all = database_.number("SELECT count(*) FROM matches");
        if (!all) return all.error();
        audit_.matches = *all;
        return {};
    }

    /// Where a score was announced, it and every game of it must be there still. A match that was
    /// stopped announces none.
    void check_finished(std::int64_t id, const Json& spec, const Json& summary) {
        const Json score = summary.is_object() ? summary.value("score", Json()) : Json();
        if (!score.is_array() || score.size() != 2) return;
        if (!score[0].is_number() || !score[1].is_number()) return;
        const Tally& tally = tallies_[id];
        const double a = score[0].get<double>(), b = score[1].get<double>();
        if (std::llround(a + b) != tally.counting) {
            complain("match {} announced a score of {}; kept: {}", id,
                     base::counted(std::llround(a + b), "game"), tally.counting);
        } else if (a != tally.points_a || b != tally.points_b) {
            complain("match {} announced {}-{}; its games make {}-{}", id, a, b, tally.points_a,
                     tally.points_b);
        }
        if (tally.rows != tally.last + 1) {
            complain("match {} has {} numbered 0 to {}", id, base::counted(tally.rows, "game"),
                     tally.last);
        }
        const Json format = spec.is_object() ? spec.value("format", Json()) : Json();
        if (!format.is_string()) return;
        const auto wanted = arena::MatchFormat::parse(format.get<std::string>());
        if (wanted && wanted->is_fixed() && wanted->most_games() != tally.counting) {
            complain("match {} was to have {} and is finished with {}", id,
                     base::counted(wanted->most_games(), "game"), tally.counting);
        }
    }

    base::Result<void> check_live_games() {
        const auto there =
            database_.number("SELECT count(*) FROM sqlite_schema WHERE name = 'live_games'");
        if (!there) return there.error();
        if (*there == 0) return {};
        auto select = database_.prepare(
            "SELECT id, game FROM live_games WHERE ended = 1 AND game IS NOT NULL AND NOT EXISTS "
            "(SELECT 1 FROM games WHERE match = 0 AND number = live_games.game)");
        if (!select) return select.error();
        const auto read = select->read_all([&](const Statement& row) {
            complain("game {} ended as 0.{}, which is not there", base::safe_name(row.text(0)),
                     row.number(1));
            return 0;
        });
        if (!read) return read.error();
        return {};
    }

    base::Result<void> check_tournaments(const std::filesystem::path& path) {
        const auto there =
            database_.number("SELECT count(*) FROM matches WHERE kind = 'tournament'");
        if (!there) return there.error();
        if (*there == 0) return {};
        const auto store = Store::open(path, Access::kRead);
        if (!store) return store.error();
        const auto tournaments = TournamentStore::open(path, Access::kRead);
        if (!tournaments) return tournaments.error();
        const auto all = (*tournaments)->list();
        if (!all) return all.error();
        for (const StoredTournament& each : *all) {
            ++audit_.tournaments;
            const auto machine = resume(**store, each);
            if (!machine) {
                complain("tournament {}: {}", each.id.value, machine.error().message);
            } else if (!each.finished.empty() && !machine->is_over()) {
                complain("tournament {} is finished, but its games do not decide it",
                         each.id.value);
            }
        }
        return {};
    }

    Database& database_;
    Audit audit_;
    std::map<std::int64_t, Tally> tallies_;
};

}  // namespace

base::Result<Audit> audit(const std::filesystem::path& path) {
    auto database = Database::open(path, Database::Mode::kRead, {});
    if (!database) return database.error();
    if (auto ready = prepare_schema(**database, {}); !ready) return ready.error();
    return Auditor(**database).run(path);
}

}  // namespace ninefold::store
