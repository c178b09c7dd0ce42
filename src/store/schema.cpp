// SPDX-License-Identifier: MIT
#include "store/schema.h"

#include <array>
#include <chrono>
#include <thread>

namespace ninefold::store {

namespace {

using base::fail;

// Migration i takes a database from version i to i + 1. One that was released is never changed.
constexpr std::array<const char*, kSchemaVersion> kMigrations = {R"sql(
    CREATE TABLE matches (
        id       INTEGER PRIMARY KEY AUTOINCREMENT,
        spec     TEXT NOT NULL,
        a        TEXT NOT NULL,
        b        TEXT NOT NULL,
        event    TEXT NOT NULL,
        created  TEXT NOT NULL,
        finished TEXT,
        summary  TEXT
    ) STRICT;
    CREATE INDEX matches_unfinished ON matches (spec) WHERE finished IS NULL;

    CREATE TABLE games (
        seq          INTEGER PRIMARY KEY,
        match        INTEGER NOT NULL,
        number       INTEGER NOT NULL,
        date         TEXT NOT NULL,
        x            TEXT NOT NULL,
        o            TEXT NOT NULL,
        rules        TEXT NOT NULL,
        ending       TEXT,
        winner       TEXT,
        moves        BLOB NOT NULL,
        seed         INTEGER NOT NULL,
        opening      INTEGER NOT NULL,
        time_control TEXT NOT NULL,
        event        TEXT,
        detail       TEXT,
        position     TEXT,
        id           TEXT,
        extra        BLOB,
        plies        INTEGER GENERATED ALWAYS AS (length(moves)) VIRTUAL
    ) STRICT;
    CREATE UNIQUE INDEX games_by_number ON games (match, number);
)sql",
                                                                 R"sql(
    CREATE TABLE live_games (
        id      TEXT PRIMARY KEY,
        state   TEXT NOT NULL,
        ended   INTEGER NOT NULL,
        game    INTEGER,
        changed TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX live_games_running ON live_games (changed) WHERE ended = 0;

    CREATE TABLE ticker (
        match  INTEGER NOT NULL,
        number INTEGER NOT NULL,
        game   TEXT NOT NULL,
        at     INTEGER NOT NULL,
        PRIMARY KEY (match, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE ticker_watch (
        id INTEGER PRIMARY KEY,
        at INTEGER NOT NULL
    ) STRICT;
)sql",
                                                                 R"sql(
    CREATE TABLE IF NOT EXISTS tournaments (match INTEGER PRIMARY KEY, stop INTEGER) STRICT;
    CREATE TABLE IF NOT EXISTS tournaments_that_go_on (tournament INTEGER PRIMARY KEY) STRICT;
    CREATE TABLE IF NOT EXISTS absences {absences};
    CREATE TABLE IF NOT EXISTS tournament_contents {tournament_contents};
    CREATE TABLE IF NOT EXISTS tournament_groups {tournament_groups};

    ALTER TABLE matches ADD COLUMN kind TEXT NOT NULL DEFAULT 'match';
    ALTER TABLE matches ADD COLUMN owner TEXT NOT NULL DEFAULT 'program';
    ALTER TABLE matches ADD COLUMN stop INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE matches ADD COLUMN forfeits_allowed INTEGER NOT NULL DEFAULT 0;
    UPDATE matches SET kind = {kind}, owner = {owner}, spec = {spec},
        forfeits_allowed = id IN (SELECT tournament FROM tournaments_that_go_on);
    DROP TABLE tournaments;
    DROP TABLE tournaments_that_go_on;
)sql",
                                                                 R"sql(
    CREATE TABLE match_starts (
        match  INTEGER PRIMARY KEY,
        starts INTEGER NOT NULL,
        games  INTEGER NOT NULL
    ) STRICT;
)sql"};

// What tournaments need besides a match. Before version 3 each of these tables was made when it was
// first needed, so that an older database has any of them or none.
struct LateTable {
    const char* name;
    const char* columns;
};
constexpr std::array<LateTable, 3> kLateTables = {{{"absences", R"sql((
        seq        INTEGER PRIMARY KEY,
        tournament INTEGER NOT NULL,
        team       INTEGER NOT NULL,
        kind       TEXT NOT NULL,
        stage      INTEGER NOT NULL,
        wave       INTEGER NOT NULL,
        reason     TEXT NOT NULL,
        date       TEXT NOT NULL
    ) STRICT)sql"},
                                                   {"tournament_contents", R"sql((
        seq        INTEGER PRIMARY KEY,
        tournament INTEGER NOT NULL,
        what       TEXT NOT NULL,
        hash       TEXT NOT NULL,
        games      INTEGER NOT NULL,
        date       TEXT NOT NULL
    ) STRICT)sql"},
                                                   {"tournament_groups", R"sql((
        tournament INTEGER NOT NULL,
        stage      INTEGER NOT NULL,
        team       INTEGER NOT NULL,
        in_group   INTEGER NOT NULL,
        place      INTEGER NOT NULL,
        PRIMARY KEY (tournament, stage, team)
    ) STRICT, WITHOUT ROWID)sql"}}};

// How columns of version 3 follow from what version 2 wrote into a match's specification.
constexpr const char* kKind = R"sql(CASE
    WHEN NOT json_valid(spec) THEN iif(b = '', 'tournament', 'match')
    WHEN json_extract(spec, '$.sprt') IS NOT NULL THEN 'sprt'
    WHEN json_extract(spec, '$.tune') IS NOT NULL THEN 'tune'
    WHEN json_extract(spec, '$.grade') IS NOT NULL THEN 'grade'
    ELSE 'match' END)sql";
constexpr const char* kOwner = R"sql(CASE
    WHEN spec LIKE '# played by a server%' THEN 'server'
    WHEN json_valid(spec) THEN iif(json_extract(spec, '$.server') = 1, 'server', 'program')
    ELSE 'program' END)sql";
constexpr const char* kSpec = R"sql(CASE
    WHEN spec LIKE '# played by a server%' THEN substr(spec, instr(spec, char(10)) + 1)
    WHEN json_valid(spec) THEN json_remove(spec, '$.server')
    ELSE spec END)sql";

std::string filled_in(const char* sql) {
    return fmt::format(fmt::runtime(sql), fmt::arg("kind", kKind), fmt::arg("owner", kOwner),
                       fmt::arg("spec", kSpec), fmt::arg("absences", kLateTables[0].columns),
                       fmt::arg("tournament_contents", kLateTables[1].columns),
                       fmt::arg("tournament_groups", kLateTables[2].columns));
}

/// The version of a database that is Ninefold's, 0 for an empty one.
base::Result<std::int64_t> version_of(Database& database) {
    const std::int64_t application = TRY(database.number("PRAGMA application_id"));
    const std::int64_t version = TRY(database.number("PRAGMA user_version"));
    const std::int64_t tables = TRY(database.number("SELECT count(*) FROM sqlite_schema"));
    const std::string& file = database.path().native();
    if (application == 0 && version == 0 && tables == 0) return 0;
    if (application != kApplicationId) {
        return fail("{}: an SQLite database of another program; it was left as it is", file);
    }
    if (version > kSchemaVersion) {
        return fail("{}: written by a newer Ninefold (schema {}, this one knows {}); update first",
                    file, version, kSchemaVersion);
    }
    if (version < 1) return fail("{}: the schema version {} is not possible", file, version);
    TRY(check_tables(database));
    return version;
}

/// The same, all of it as it was at one moment: another process may be filling the file.
base::Result<std::int64_t> version_at_once(Database& database) {
    TRY(database.execute("BEGIN"));
    const auto version = version_of(database);
    (void)database.execute("COMMIT");  // it has only read
    return version;
}

base::Result<void> migrate(Database& database) {
    auto transaction = TRY(WriteTransaction::begin(database));
    // Another process may have done it while this one waited.
    for (auto step = TRY(version_of(database)); step < kSchemaVersion; ++step) {
        TRY(database.execute(filled_in(kMigrations[static_cast<std::size_t>(step)])));
    }
    TRY(database.execute(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}",
                                     kApplicationId, kSchemaVersion)));
    return transaction.commit();
}

/// With a write-ahead log, readers never wait for the writer. The file remembers it. Two processes
/// that make the same new file at once can be in each other's way without SQLite waiting for it.
base::Result<void> use_log(Database& database, std::chrono::milliseconds patience) {
    const auto deadline = std::chrono::steady_clock::now() + patience;
    for (;;) {
        auto done = database.execute("PRAGMA journal_mode = WAL");
        if (done || std::chrono::steady_clock::now() >= deadline) return done;
        if (!database.is_busy()) return done;
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
}

/// What SQLite keeps with each connection rather than in the file.
base::Result<void> configure(Database& database, const StoreSettings& settings) {
    // FULL: a commit returns when the disk has it.
    std::string sql = fmt::format("PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = {};",
                                  settings.checkpoint_pages);
    if (settings.max_pages > 0)
        sql += fmt::format("PRAGMA max_page_count = {};", settings.max_pages);
    TRY(database.execute(sql));
    return use_log(database, settings.busy_timeout);
}

}  // namespace

base::Result<void> show_as_newest(Database& database) {
    if (TRY(database.number("PRAGMA user_version")) >= 3) return {};
    // Temporary tables belong to the connection, and hide those of the file.
    TRY(database.execute(filled_in(
        "PRAGMA temp_store = MEMORY; CREATE TEMP VIEW matches AS SELECT id, {spec} AS spec, a, b, "
        "event, created, finished, summary, {kind} AS kind, {owner} AS owner, 0 AS stop, "
        "0 AS forfeits_allowed FROM main.matches;")));
    for (const LateTable& table : kLateTables) {
        if (TRY(has_table(database, table.name))) continue;
        TRY(database.execute(fmt::format("CREATE TEMP TABLE {} {}", table.name, table.columns)));
    }
    return {};
}

base::Result<void> check_tables(Database& database) {
    const auto name = [](const Statement& row) { return std::string(row.text(0)); };
    const auto found = TRY(database.row(
        "SELECT name FROM main.sqlite_schema WHERE type IN ('table', 'view') AND "
        "coalesce(rootpage, 0) = 0 AND lower(name) IN ('matches', 'games', 'live_games', 'ticker', "
        "'ticker_watch', 'absences', 'tournament_contents', 'tournament_groups', 'match_starts', "
        "'tournaments', 'tournaments_that_go_on') LIMIT 1",
        name));
    if (!found) return {};
    return fail("{}: '{}' is a view or a virtual table, and not a table as Ninefold makes it; the "
                "file was left as it is",
                database.path().native(), *found);
}

base::Result<bool> has_table(Database& database, std::string_view name) {
    return TRY(database.number("SELECT count(*) FROM main.sqlite_schema WHERE name = ?", name)) > 0;
}

base::Result<std::unique_ptr<Database>> open_games(const std::filesystem::path& path,
                                                   Database::Mode mode,
                                                   const StoreSettings& settings) {
    auto database = TRY(Database::open(path, mode, settings));
    const std::int64_t version = TRY(version_at_once(*database));
    const bool reads = mode == Database::Mode::kRead;
    if (version == 0 && reads) return fail("{}: an empty file; it holds no games", path.native());
    if (version > 0) {
        // Touches the ends of both trees, where a file that was cut short lacks its pages.
        TRY(database->number("SELECT max(seq) + (SELECT max(number) FROM games WHERE "
                             "match = (SELECT max(match) FROM games)) FROM games"));
    }
    if (reads) TRY(show_as_newest(*database));
    else TRY(configure(*database, settings));
    if (!reads && version < kSchemaVersion) TRY(migrate(*database));
    return database;
}

}  // namespace ninefold::store
