// SPDX-License-Identifier: MIT
#include "store/store.h"

#include <cstdlib>
#include <tuple>

#include "base/enum_names.h"
#include "base/parse_json.h"
#include "store/database.h"
#include "store/game_row.h"
#include "store/schema.h"

namespace ninefold::store {

namespace {

using base::fail;
using record::GameRecord;

constexpr std::string_view kNow = "strftime('%Y-%m-%dT%H:%M:%SZ', 'now')";

constexpr base::EnumNames<MatchKind, 5> kKinds = {"match", "sprt", "tune", "grade", "tournament"};
constexpr base::EnumNames<MatchOwner, 2> kOwners = {"program", "server"};

constexpr std::string_view kMatchColumns =
    "id, spec, a, b, event, created, finished, summary, forfeits_allowed, kind, owner, "
    "(SELECT count(*) FROM games WHERE games.match = matches.id)";

MatchInfo read_match(const Statement& row) {
    MatchInfo match;
    std::string kind, owner;
    row.read(match.id.value, match.spec, match.a, match.b, match.event, match.date, match.finished,
             match.summary, match.forfeits_allowed, kind, owner, match.games);
    match.kind = kKinds.find(kind).value_or(match.kind);
    match.owner = kOwners.find(owner).value_or(match.owner);
    return match;
}

template <typename... Values>
base::Result<std::vector<MatchInfo>> select_matches(Database& database, std::string_view which,
                                                    const Values&... values) {
    return database.rows(fmt::format("SELECT {} FROM matches {}", kMatchColumns, which), read_match,
                         values...);
}

constexpr std::string_view kSummaryColumns =
    "match, number, event, date, x, o, time_control, plies, detail, seq, ending, winner, rules";

base::Result<KeptGame> decode_summary(const Statement& row) {
    TRY(check_key(row));
    KeptGame game;
    row.read(game.id.match.value, game.id.number, game.event, game.date, game.x, game.o,
             game.time_control, game.plies, game.detail, game.seq);
    std::tie(game.ending, game.winner) = TRY(read_ending(row, 10));
    game.rules = TRY(rules::parse_rules(row.text(12)));
    return game;
}

base::Result<KeptGame> read_summary(const Statement& row) {
    auto game = decode_summary(row);
    if (!game) return damaged(row, game.error());
    return game;
}

/// Calls `read(row)` for each game, as Database::for_each().
template <typename Read>
base::Result<void> select_games(Database& database, std::string_view columns,
                                const FilterSql& where, std::string_view order, Read&& read) {
    return database.for_each(fmt::format("SELECT {} FROM games{}{}", columns, where.where, order),
                             read, where.values);
}

base::Result<std::vector<KeptGame>> select_summaries(Database& database, const FilterSql& where,
                                                     std::string_view order) {
    std::vector<KeptGame> games;
    TRY(select_games(database, kSummaryColumns, where, order,
                     [&](const Statement& row) -> base::Result<bool> {
                         games.push_back(TRY(read_summary(row)));
                         return true;
                     }));
    return games;
}

}  // namespace

std::string_view name(MatchKind kind) { return kKinds.of(kind); }

std::optional<std::pair<double, double>> announced_score(std::string_view summary) {
    const auto json = base::parse_json(summary);
    const auto score = json.is_object() ? json.value("score", json) : json;
    if (!score.is_array() || score.size() != 2) return std::nullopt;
    if (!score[0].is_number() || !score[1].is_number()) return std::nullopt;
    return std::pair(score[0].get<double>(), score[1].get<double>());
}

base::Result<std::filesystem::path> default_path() {
    namespace fs = std::filesystem;
    // The XDG specification says to ignore a path that is not absolute.
    const char* data = std::getenv("XDG_DATA_HOME");
    if (data != nullptr && fs::path(data).is_absolute()) {
        return fs::path(data) / "ninefold" / "games.db";
    }
    const char* home = std::getenv("HOME");
    if (home != nullptr && fs::path(home).is_absolute()) {
        return fs::path(home) / ".local" / "share" / "ninefold" / "games.db";
    }
    return base::fail("no place for the games is known: HOME is not set; name a file with --db");
}

Store::Store(std::unique_ptr<Database> database, const StoreSettings& settings)
    : database_(std::move(database)), settings_(settings) {}

Store::~Store() = default;

const std::filesystem::path& Store::path() const { return database_->path(); }

base::Result<std::unique_ptr<Store>> Store::open(const std::filesystem::path& path, Access access,
                                                 const StoreSettings& settings) {
    const auto mode = access == Access::kWrite ? Database::Mode::kCreate : Database::Mode::kRead;
    auto database = TRY(open_games(path, mode, settings));
    return std::unique_ptr<Store>(new Store(std::move(database), settings));
}

base::Result<MatchId> Store::create_match(const NewMatch& match) {
    TRY(database_->run(
        fmt::format("INSERT INTO matches (spec, a, b, event, created, kind, owner) VALUES (?, ?, "
                    "?, ?, coalesce(nullif(?, ''), {}), ?, ?)",
                    kNow),
        match.spec, match.a, match.b, match.event, match.date, name(match.kind),
        kOwners.of(match.owner)));
    return MatchId{database_->last_row()};
}

base::Result<std::vector<MatchInfo>> Store::unfinished(MatchKind kind, MatchOwner owner) {
    return select_matches(*database_,
                          "WHERE finished IS NULL AND kind = ? AND owner = ? ORDER BY id DESC",
                          name(kind), kOwners.of(owner));
}

base::Result<OpenedMatch> Store::find_or_create_match(const NewMatch& match,
                                                      const IsSame& is_same) {
    auto transaction = TRY(WriteTransaction::begin(*database_));
    for (const MatchInfo& each : TRY(unfinished(match.kind, match.owner))) {
        const bool same = is_same ? is_same(each.spec) : each.spec == match.spec;
        if (same) return OpenedMatch{each.id, true};
    }
    const MatchId created = TRY(create_match(match));
    TRY(transaction.commit());
    return OpenedMatch{created, false};
}

base::Result<std::vector<KeptGame>> Store::results(MatchId match) {
    return list({.match = match, .order = Order::kByNumber});
}

base::Result<std::vector<KeptGame>> Store::results_since(MatchId match, std::int64_t seq) {
    // The plus keeps SQLite from looking through all games of the match for the new ones.
    return select_summaries(*database_, {" WHERE +match = ? AND seq > ?", {match.value, seq}},
                            " ORDER BY seq");
}

base::Result<void> Store::finish_match(MatchId match, std::string_view summary) {
    return update_match(match, fmt::format("finished = coalesce(finished, {}), summary = ?", kNow),
                        summary);
}

base::Result<void> Store::break_off_match(MatchId match, std::string_view summary) {
    return database_->run(fmt::format("UPDATE matches SET finished = {}, summary = ? WHERE id = ? "
                                      "AND finished IS NULL",
                                      kNow),
                          summary, match.value);
}

base::Result<void> Store::change_spec(MatchId match, std::string_view spec) {
    return update_match(match, "spec = ?", spec);
}

base::Result<int> Store::note_start(MatchId match) {
    const std::int64_t starts = TRY(database_->number(
        "INSERT INTO match_starts (match, starts, games) "
        "VALUES (?1, 1, (SELECT count(*) FROM games WHERE match = ?1)) "
        "ON CONFLICT (match) DO UPDATE SET "
        "starts = iif(games = excluded.games, starts + 1, 1), games = excluded.games "
        "RETURNING starts",
        match.value));
    return static_cast<int>(starts);
}

base::Result<void> Store::note_stop(MatchId match) {
    return database_->run("DELETE FROM match_starts WHERE match = ?", match.value);
}

base::Result<void> Store::update_match(MatchId match, std::string_view what,
                                       std::string_view text) {
    TRY(database_->run(fmt::format("UPDATE matches SET {} WHERE id = ?", what), text, match.value));
    if (database_->changed_rows() > 0) return {};
    return fail("{}: there is no match {}", path().native(), match.value);
}

base::Result<std::vector<MatchInfo>> Store::matches(std::int64_t limit) {
    return select_matches(*database_, "ORDER BY id DESC LIMIT ?", limit);
}

base::Result<std::vector<MatchInfo>> Store::matches_of(MatchKind kind) {
    return select_matches(*database_, "WHERE kind = ? ORDER BY id DESC", name(kind));
}

base::Result<MatchInfo> Store::match(MatchId id) {
    auto found = TRY(select_matches(*database_, "WHERE id = ?", id.value));
    if (found.empty()) return fail("{}: there is no match {}", path().native(), id.value);
    return std::move(found.front());
}

base::Result<Variety> Store::variety(MatchId match) {
    const auto read = [](const Statement& row) {
        Variety found;
        row.read(found.games, found.different, found.different_by_side);
        return found;
    };
    const FilterSql played = where_clause({.match = match, .endings = endings_that_are(false)});
    return TRY(database_->row("SELECT count(*), count(DISTINCT moves), "
                              "count(DISTINCT hex(moves) || (number % 2)) FROM games" +
                                  played.where,
                              read, played.values))
        .value_or(Variety());
}

base::Result<GameId> Store::add_casual(const GameRecord& game) {
    TRY(record::check(game));
    auto transaction = TRY(WriteTransaction::begin(*database_));
    const GameId id = TRY(insert_casual(*database_, game));
    TRY(transaction.commit());
    return id;
}

base::Result<std::vector<KeptGame>> Store::list(const GameFilter& filter) {
    return select_summaries(*database_, where_clause(filter), order_clause(filter));
}

base::Result<std::int64_t> Store::count(const GameFilter& filter) {
    const FilterSql where = where_clause(filter);
    return database_->number("SELECT count(*) FROM games" + where.where, where.values);
}

base::Result<GameRecord> Store::load(GameId id) {
    auto found =
        TRY(database_->row(fmt::format("SELECT {} FROM games WHERE match = ? AND number = ?",
                                       kGameColumns),
                           read_record, id.match.value, id.number));
    if (!found) return fail("{}: there is no game {}", path().native(), to_text(id));
    return std::move(*found);
}

base::Result<void> Store::for_each(const GameFilter& filter, const Visit& visit) {
    return select_games(*database_, kGameColumns, where_clause(filter), order_clause(filter),
                        [&](const Statement& row) -> base::Result<bool> {
                            return visit(read_key(row), TRY(read_record(row)));
                        });
}

base::Result<void> Store::verify() {
    const auto text = [](const Statement& row) { return std::string(row.text(0)); };
    std::string found = TRY(database_->row("PRAGMA integrity_check(1)", text)).value_or("");
    if (found != "ok") {
        found.erase(0, found.rfind('\n') + 1);  // the lines before it only name the database
        return fail(
            "{0}: the database is damaged ({1}). What can be read is saved by: ninefold games --db "
            "'{0}' --rescue NEW.db",
            path().native(), found);
    }
    if (TRY(has_last_row(*database_))) {
        return fail("{0}: a game has the last row number there is, so that later games are kept in "
                    "no order. They are saved in order by: ninefold games --db '{0}' --rescue "
                    "NEW.db",
                    path().native());
    }
    return for_each({.order = Order::kByNumber}, [](GameId, const GameRecord&) { return true; });
}

}  // namespace ninefold::store
