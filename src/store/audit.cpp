// SPDX-License-Identifier: MIT
#include "store/audit.h"

#include <cmath>
#include <map>

#include "arena/match_format.h"
#include "arena/score.h"
#include "base/counted.h"
#include "base/foreign_text.h"
#include "base/parse_json.h"
#include "record/record_json.h"
#include "store/database.h"
#include "store/game_row.h"
#include "store/match_sides.h"
#include "store/match_summary.h"
#include "store/schema.h"
#include "store/store.h"
#include "store/tournament_store.h"
#include "tournament/report.h"

namespace ninefold::store {

namespace {

using Json = nlohmann::ordered_json;

/// The games of one match.
struct MatchGames {
    std::int64_t rows = 0;
    std::int64_t last = -1;  ///< number
    arena::Score score;
};

std::string shown(const Json& value) { return base::safe_name(base::json_line(value)); }

/// Where what was kept is not what its games make: `/final/0/place: 1 is kept, its games make 2`;
/// empty where it is nowhere. Numbers of other machines may differ in their last digits.
std::string difference(const Json& kept, const Json& made, const std::string& where = {}) {
    constexpr double kRounding = 0.01;
    if (kept.is_number() && made.is_number()) {
        if (std::abs(kept.get<double>() - made.get<double>()) <= kRounding) return {};
    } else if (kept.is_structured() && kept.type() == made.type() && kept.size() == made.size()) {
        for (const auto& item : made.items()) {
            const Json of_kept =
                kept.is_array() ? kept[std::stoul(item.key())] : kept.value(item.key(), Json());
            const auto found = difference(of_kept, item.value(), where + '/' + item.key());
            if (!found.empty()) return found;
        }
        return {};
    } else if (kept == made) {
        return {};
    }
    return fmt::format("{}: {} is kept, its games make {}", where, shown(kept), shown(made));
}

/// Nothing of those that an earlier version kept, or one that counts in another way.
bool is_comparable(const Json& kept, const Json& made) {
    return kept.is_object() && kept.contains("version") && kept["version"] == made["version"];
}

/// One pass over a database as it is at one moment.
class Auditor {
public:
    explicit Auditor(Database& database) : database_(database) {}

    base::Result<Audit> run(const std::filesystem::path& path) {
        TRY(database_.execute("BEGIN"));
        TRY(check_file());
        TRY(check_numbers());
        TRY(check_games());
        TRY(check_matches());
        TRY(check_live_games());
        TRY(check_unfinished_live_games());
        (void)database_.execute("COMMIT");  // it has only read
        TRY(check_tournaments(path));
        return std::move(audit_);
    }

private:
    template <typename... Args>
    void complain(fmt::format_string<Args...> format, Args&&... args) {
        audit_.problems.push_back(fmt::format(format, std::forward<Args>(args)...));
    }

    base::Result<void> check_file() {
        return database_.for_each("PRAGMA integrity_check(10)", [&](const Statement& row) {
            if (row.text(0) != "ok")
                complain("the file is damaged: {}", base::safe_name(row.text(0)));
        });
    }

    /// Without the index that forbids it, which may be what is damaged.
    base::Result<void> check_numbers() {
        const std::int64_t last = TRY(last_casual(database_));
        if (!has_next_number(last)) {
            complain("game 0.{} leaves no number for another casual game", last);
        }
        if (TRY(has_last_row(database_))) {
            complain("a game has the last row number there is: later ones are kept in no order");
        }
        return database_.for_each("SELECT match, number, count(*) FROM games NOT INDEXED "
                                  "GROUP BY match, number HAVING count(*) > 1",
                                  [&](const Statement& row) {
                                      complain("game {} is there {} times", to_text(read_key(row)),
                                               row.number(2));
                                  });
    }

    base::Result<void> check_games() {
        std::map<std::int64_t, MatchSides> matches;
        TRY(database_.for_each("SELECT id, spec, a, b FROM matches", [&](const Statement& row) {
            matches.emplace(row.number(0), NewMatch{.spec = std::string(row.text(1)),
                                                    .a = std::string(row.text(2)),
                                                    .b = std::string(row.text(3))});
        }));
        return database_.for_each(fmt::format("SELECT {} FROM games NOT INDEXED ORDER BY seq",
                                              kGameColumns),
                                  [&](const Statement& row) {
                                      ++audit_.games;
                                      const GameId key = read_key(row);
                                      const auto match = matches.find(key.match.value);
                                      if (key.match != kCasual && match == matches.end()) {
                                          complain("game {} belongs to no match", to_text(key));
                                      }
                                      const auto game = read_record(row);
                                      if (!game) complain("{}", game.error().message);
                                      else if (match != matches.end())
                                          count(games_[key.match.value], key, *game, match->second);
                                  });
    }

    static void count(MatchGames& games, GameId key, const record::GameRecord& game,
                      const MatchSides& sides) {
        ++games.rows;
        games.last = std::max<std::int64_t>(games.last, key.number);
        if (!game.counts()) return;
        games.score.add(key.number,
                        arena::result_of(game.winner, sides.a_is_x(key.number, game.x)));
    }

    base::Result<void> check_matches() {
        audit_.matches = TRY(database_.number("SELECT count(*) FROM matches"));
        return database_.for_each(
            "SELECT id, spec, summary FROM matches WHERE finished IS NOT NULL",
            [&](const Statement& row) {
                const auto score = announced_score(row.text(2));
                if (!score) return;
                check_finished(row.number(0), base::parse_json(row.text(1)), *score);
                check_summary(row.number(0), base::parse_json(row.text(2)));
            });
    }

    /// Where a score was announced, it and every game of it must be there still. A match that was
    /// stopped announces none.
    void check_finished(std::int64_t id, const Json& spec, const std::pair<double, double>& score) {
        const auto& [rows, last, kept] = games_[id];
        const auto& [a, b] = score;
        if (std::llround(a + b) != kept.games()) {
            complain("match {} announced a score of {}; kept: {}", id,
                     base::counted(std::llround(a + b), "game"), kept.games());
        } else if (a != kept.points_a() || b != kept.points_b()) {
            complain("match {} announced {}-{}; its games make {}-{}", id, a, b, kept.points_a(),
                     kept.points_b());
        }
        if (rows != last + 1) {
            complain("match {} has {} numbered 0 to {}", id, base::counted(rows, "game"), last);
        }
        const Json format = spec.is_object() ? spec.value("format", Json()) : Json();
        if (!format.is_string()) return;
        const auto wanted = arena::MatchFormat::parse(format.get<std::string>());
        if (wanted && wanted->is_fixed() && wanted->most_games() != kept.games()) {
            complain("match {} was to have {} and is finished with {}", id,
                     base::counted(wanted->most_games(), "game"), kept.games());
        }
    }

    void check_summary(std::int64_t id, Json kept) {
        const Json made = kept_score_json(games_[id].score);
        if (!is_comparable(kept, made)) return;
        kept.erase("verdict");
        const std::string found = difference(kept, made);
        if (!found.empty()) complain("match {}: {}", id, found);
    }

    base::Result<void> check_live_games() {
        if (!TRY(has_table(database_, "live_games"))) return {};
        return database_.for_each(
            "SELECT id, game FROM live_games WHERE ended = 1 AND game IS NOT NULL AND NOT EXISTS "
            "(SELECT 1 FROM games WHERE match = 0 AND number = live_games.game)",
            [&](const Statement& row) {
                complain("game {} ended as 0.{}, which is not there", base::safe_name(row.text(0)),
                         row.number(1));
            });
    }

    /// Their moves, which a server must be able to read; the rest of the state is its own.
    base::Result<void> check_unfinished_live_games() {
        if (!TRY(has_table(database_, "live_games"))) return {};
        return database_.for_each("SELECT id, state FROM live_games WHERE ended = 0",
                                  [&](const Statement& row) {
                                      const Json state = base::parse_json(row.text(1));
                                      const auto game = record::from_json(
                                          state.is_object() ? state.value("record", Json())
                                                            : Json());
                                      if (game) return;
                                      complain("game {} cannot be resumed: {}",
                                               base::safe_name(row.text(0)), game.error().message);
                                  });
    }

    base::Result<void> check_tournaments(const std::filesystem::path& path) {
        const auto store = TRY(Store::open(path, Access::kRead));
        for (const MatchInfo& each : TRY(store->matches_of(MatchKind::kTournament))) {
            ++audit_.tournaments;
            const auto stored = TournamentStore(*store).load(each.id);
            const auto machine = stored ? resume(*store, *stored) : stored.error();
            if (!machine) {
                complain("tournament {}: {}", each.id.value, machine.error().message);
            } else if (stored->was_broken_off()) {
                continue;
            } else if (!each.finished.empty() && !machine->is_over()) {
                complain("tournament {} is finished, but its games do not decide it",
                         each.id.value);
            } else if (!each.finished.empty()) {
                check_standings(each, *machine);
            }
        }
        return {};
    }

    void check_standings(const MatchInfo& info, const tournament::Tournament& machine) {
        const Json summary = base::parse_json(info.summary);
        const Json kept = summary.is_object() ? summary.value("standings", Json()) : Json();
        const Json made = tournament::standings_json(machine);
        if (!is_comparable(kept, made)) return;
        const std::string found = difference(kept, made);
        if (!found.empty()) complain("tournament {}: {}", info.id.value, found);
    }

    Database& database_;
    Audit audit_;
    std::map<std::int64_t, MatchGames> games_;  ///< by match
};

}  // namespace

base::Result<Audit> audit(const std::filesystem::path& path) {
    auto database = TRY(open_games(path, Database::Mode::kRead));
    return Auditor(*database).run(path);
}

}  // namespace ninefold::store
