// SPDX-License-Identifier: MIT
#include "store/store.h"

#include <utility>

#include "store/database.h"
#include "store/game_row.h"
#include "store/schema.h"

namespace ninefold::store {

namespace {

using base::fail;
using record::GameRecord;

constexpr std::string_view kNow = "strftime('%Y-%m-%dT%H:%M:%SZ', 'now')";

constexpr std::string_view kServer = "server", kProgram = "program";

constexpr std::string_view owner_text(MatchOwner owner) {
    return owner == MatchOwner::kServer ? kServer : kProgram;
}

MatchKind kind_of(std::string_view text) {
    for (const MatchKind kind :
         {MatchKind::kSprt, MatchKind::kTune, MatchKind::kGrade, MatchKind::kTournament}) {
        if (name(kind) == text) return kind;
    }
    return MatchKind::kMatch;
}

constexpr std::string_view kMatchColumns =
    "id, spec, a, b, event, created, finished, summary, kind, owner, "
    "(SELECT count(*) FROM games WHERE games.match = matches.id)";

MatchInfo read_match(const Statement& row) {
    MatchInfo info;
    info.id.value = row.number(0);
    info.match.spec = row.text(1);
    info.match.a = row.text(2);
    info.match.b = row.text(3);
    info.match.event = row.text(4);
    info.match.date = row.text(5);
    info.finished = row.text(6);
    info.summary = row.text(7);
    info.match.kind = kind_of(row.text(8));
    info.match.owner = row.text(9) == kServer ? MatchOwner::kServer : MatchOwner::kProgram;
    info.games = static_cast<int>(row.number(10));
    return info;
}

constexpr std::string_view kSummaryColumns =
    "match, number, event, date, x, o, ending, winner, rules, time_control, plies, detail, seq";

base::Result<KeptGame> read_summary(const Statement& row) {
    KeptGame game;
    game.id = read_key(row);
    game.event = row.text(2);
    game.date = row.text(3);
    game.x = row.text(4);
    game.o = row.text(5);
    auto ending = read_ending(row, 6);
    const auto rules = rules::parse_rules(row.text(8));
    if (!ending || !rules) {
        return fail("game {} is damaged: {}", to_text(game.id),
                    ending ? rules.error().message : ending.error().message);
    }
    game.ending = *ending;
    game.winner = read_winner(row, 7);
    game.rules = *rules;
    game.time_control = row.text(9);
    game.plies = static_cast<int>(row.number(10));
    game.detail = row.text(11);
    game.seq = row.number(12);
    return game;
}

/// Prepares `SELECT columns FROM games …` and calls `read(row)` for each row until it fails or
/// says false.
template <typename Read>
base::Result<void> select_games(Database& database, std::string_view columns,
                                const FilterSql& where, std::string_view order, Read&& read) {
    auto select =
        database.prepare(fmt::format("SELECT {} FROM games{}{}", columns, where.where, order));
    if (!select) return select.error();
    int index = 0;
    for (const FilterSql::Value& value : where.values) {
        if (value.is_text) select->bind(++index, value.text);
        else select->bind(++index, value.number);
    }
    for (;;) {
        const auto row = select->step();
        if (!row) return row.error();
        if (!*row) return {};
        const base::Result<bool> wants_more = read(*select);
        if (!wants_more) return wants_more.error();
        if (!*wants_more) return {};
    }
}

base::Result<std::vector<KeptGame>> select_summaries(Database& database, const FilterSql& where,
                                                     std::string_view order) {
    std::vector<KeptGame> games;
    auto read = select_games(database, kSummaryColumns, where, order,
                             [&](const Statement& row) -> base::Result<bool> {
                                 auto game = read_summary(row);
                                 if (!game) return game.error();
                                 games.push_back(std::move(*game));
                                 return true;
                             });
    if (!read) return read.error();
    return games;
}

}  // namespace

std::string_view name(MatchKind kind) {
    switch (kind) {
        case MatchKind::kMatch: return "match";
        case MatchKind::kSprt: return "sprt";
        case MatchKind::kTune: return "tune";
        case MatchKind::kGrade: return "grade";
        case MatchKind::kTournament: return "tournament";
    }
    return "";
}

Store::Store(std::unique_ptr<Database> database, const Settings& settings)
    : database_(std::move(database)), settings_(settings) {}

Store::~Store() = default;

const std::filesystem::path& Store::path() const { return database_->path(); }

base::Result<std::unique_ptr<Store>> Store::open(const std::filesystem::path& path, Access access,
                                                 const Settings& settings) {
    const auto mode = access == Access::kWrite ? Database::Mode::kCreate : Database::Mode::kRead;
    auto database = Database::open(path, mode, settings);
    if (!database) return database.error();
    if (auto ready = prepare_schema(**database, settings); !ready) return ready.error();
    return std::unique_ptr<Store>(new Store(std::move(*database), settings));
}

base::Result<MatchId> Store::create_match(const NewMatch& match) {
    auto insert = database_->prepare(
        fmt::format("INSERT INTO matches (spec, a, b, event, created, kind, owner) VALUES (?, ?, "
                    "?, ?, coalesce(?, {}), ?, ?)",
                    kNow));
    if (!insert) return insert.error();
    insert->bind(1, match.spec);
    insert->bind(2, match.a);
    insert->bind(3, match.b);
    insert->bind(4, match.event);
    insert->bind_or_null(5, match.date);
    insert->bind(6, name(match.kind));
    insert->bind(7, owner_text(match.owner));
    if (auto done = insert->run(); !done) return done.error();
    return MatchId{database_->last_row()};
}

base::Result<std::vector<MatchInfo>> Store::unfinished(MatchKind kind, MatchOwner owner) {
    auto select = database_->prepare(fmt::format("SELECT {} FROM matches WHERE finished IS NULL "
                                                 "AND kind = ? AND owner = ? ORDER BY id DESC",
                                                 kMatchColumns));
    if (!select) return select.error();
    select->bind(1, name(kind));
    select->bind(2, owner_text(owner));
    return select->read_all(read_match);
}

base::Result<OpenedMatch> Store::find_or_create_match(const NewMatch& match,
                                                      const IsSame& is_same) {
    auto transaction = WriteTransaction::begin(*database_);
    if (!transaction) return transaction.error();
    const auto known = unfinished(match.kind, match.owner);
    if (!known) return known.error();
    for (const MatchInfo& each : *known) {
        const bool same = is_same ? is_same(each.match.spec) : each.match.spec == match.spec;
        if (same) return OpenedMatch{each.id, true};
    }
    const auto created = create_match(match);
    if (!created) return created.error();
    if (auto committed = transaction->commit(); !committed) return committed.error();
    return OpenedMatch{*created, false};
}

base::Result<std::vector<KeptGame>> Store::results(MatchId match) {
    return list({.match = match, .order = Order::kByNumber});
}

base::Result<std::vector<KeptGame>> Store::results_since(MatchId match, std::int64_t seq) {
    // The plus keeps SQLite from looking through all games of the match for the new ones.
    const FilterSql where{.where = " WHERE +match = ? AND seq > ?",
                          .values = {{.text = {}, .number = match.value},
                                     {.text = {}, .number = seq}}};
    return select_summaries(*database_, where, " ORDER BY seq");
}

base::Result<void> Store::finish_match(MatchId match, std::string_view summary) {
    return update_match(match, fmt::format("finished = coalesce(finished, {}), summary = ?", kNow),
                        summary);
}

base::Result<void> Store::change_spec(MatchId match, std::string_view spec) {
    return update_match(match, "spec = ?", spec);
}

base::Result<void> Store::update_match(MatchId match, std::string_view what,
                                       std::string_view text) {
    auto update = database_->prepare(fmt::format("UPDATE matches SET {} WHERE id = ?", what));
    if (!update) return update.error();
    update->bind(1, text);
    update->bind(2, match.value);
    if (auto done = update->run(); !done) return done;
    if (database_->changed_rows() == 0) {
        return fail("{}: there is no match {}", path().native(), match.value);
    }
    return {};
}

base::Result<std::vector<MatchInfo>> Store::matches(std::int64_t limit) {
    auto select = database_->prepare(
        fmt::format("SELECT {} FROM matches ORDER BY id DESC LIMIT ?", kMatchColumns));
    if (!select) return select.error();
    select->bind(1, limit);
    return select->read_all(read_match);
}

base::Result<MatchInfo> Store::match(MatchId id) {
    auto select =
        database_->prepare(fmt::format("SELECT {} FROM matches WHERE id = ?", kMatchColumns));
    if (!select) return select.error();
    select->bind(1, id.value);
    const auto row = select->step();
    if (!row) return row.error();
    if (!*row) return fail("{}: there is no match {}", path().native(), id.value);
    return read_match(*select);
}

base::Result<GameId> Store::add_casual(const GameRecord& game) {
    if (const auto checked = record::check(game); !checked) return checked.error();
    auto transaction = WriteTransaction::begin(*database_);
    if (!transaction) return transaction.error();
    const auto id = insert_casual(*database_, game);
    if (!id) return id.error();
    if (auto committed = transaction->commit(); !committed) return committed.error();
    return id;
}

base::Result<std::vector<KeptGame>> Store::list(const GameFilter& filter) {
    return select_summaries(*database_, where_clause(filter), order_clause(filter));
}

base::Result<std::int64_t> Store::count(const GameFilter& filter) {
    std::int64_t count = 0;
    auto read = select_games(*database_, "count(*)", where_clause(filter), "",
                             [&](const Statement& row) -> base::Result<bool> {
                                 count = row.number(0);
                                 return false;
                             });
    if (!read) return read.error();
    return count;
}

base::Result<GameRecord> Store::load(GameId id) {
    auto select = database_->prepare(
        fmt::format("SELECT {} FROM games WHERE match = ? AND number = ?", kGameColumns));
    if (!select) return select.error();
    select->bind(1, id.match.value);
    select->bind(2, id.number);
    const auto row = select->step();
    if (!row) return row.error();
    if (!*row) return fail("{}: there is no game {}", path().native(), to_text(id));
    return read_record(*select);
}

base::Result<void> Store::for_each(const GameFilter& filter, const Visit& visit) {
    return select_games(*database_, kGameColumns, where_clause(filter), order_clause(filter),
                        [&](const Statement& row) -> base::Result<bool> {
                            auto game = read_record(row);
                            if (!game) return game.error();
                            return visit(read_key(row), std::move(*game));
                        });
}

base::Result<void> Store::verify() {
    auto check = database_->prepare("PRAGMA integrity_check(1)");
    if (!check) return check.error();
    const auto row = check->step();
    if (!row) return row.error();
    if (std::string found(check->text(0)); found != "ok") {
        found.erase(0, found.rfind('\n') + 1);  // the lines before it only name the database
        return fail(
            "{0}: the database is damaged ({1}). What can be read is saved by: ninefold games --db "
            "'{0}' --rescue NEW.db",
            path().native(), found);
    }
    return for_each({.order = Order::kByNumber}, [](GameId, const GameRecord&) { return true; });
}

}  // namespace ninefold::store
