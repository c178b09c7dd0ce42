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
)sql"};

base::Result<bool> is_empty(Database& database) {
    const auto tables = database.number("SELECT count(*) FROM sqlite_schema");
    if (!tables) return tables.error();
    return *tables == 0;
}

/// The version of a database that is Ninefold's, 0 for an empty one.
base::Result<std::int64_t> version_of(Database& database) {
    const auto application = database.number("PRAGMA application_id");
    if (!application) return application.error();
    const auto version = database.number("PRAGMA user_version");
    if (!version) return version.error();
    const auto empty = is_empty(database);
    if (!empty) return empty.error();
    const std::string& file = database.path().native();
    if (*application == 0 && *version == 0 && *empty) return 0;
    if (*application != kApplicationId) {
        return fail("{}: an SQLite database of another program; it was left as it is", file);
    }
    if (*version > kSchemaVersion) {
        return fail("{}: written by a newer Ninefold (schema {}, this one knows {}); update first",
                    file, *version, kSchemaVersion);
    }
    if (*version < 1) return fail("{}: the schema version {} is not possible", file, *version);
    return *version;
}

/// The same, all of it as it was at one moment: another process may be filling the file.
base::Result<std::int64_t> version_at_once(Database& database) {
    if (auto begun = database.execute("BEGIN"); !begun) return begun.error();
    const auto version = version_of(database);
    (void)database.execute("COMMIT");  // it has only read
    return version;
}

base::Result<void> migrate(Database& database) {
    auto transaction = WriteTransaction::begin(database);
    if (!transaction) return transaction.error();
    // Another process may have done it while this one waited.
    const auto version = version_of(database);
    if (!version) return version.error();
    for (auto step = *version; step < kSchemaVersion; ++step) {
        const char* sql = kMigrations[static_cast<std::size_t>(step)];
        if (auto done = database.execute(sql); !done) return done;
    }
    const std::string marks = fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}",
                                          kApplicationId, kSchemaVersion);
    if (auto marked = database.execute(marks.c_str()); !marked) return marked;
    return transaction->commit();
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
base::Result<void> configure(Database& database, const Settings& settings) {
    // FULL: a commit returns when the disk has it.
    std::string sql = fmt::format("PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = {};",
                                  settings.checkpoint_pages);
    if (settings.max_pages > 0)
        sql += fmt::format("PRAGMA max_page_count = {};", settings.max_pages);
    if (auto done = database.execute(sql.c_str()); !done) return done;
    return use_log(database, settings.busy_timeout);
}

}  // namespace

base::Result<void> prepare_schema(Database& database, const Settings& settings) {
    const auto version = version_at_once(database);
    if (!version) return version.error();
    const bool reads = database.mode() == Database::Mode::kRead;
    if (*version == 0 && reads) {
        return fail("{}: an empty file; it holds no games", database.path().native());
    }
    if (*version > 0) {
        // Touches the ends of both trees, where a file that was cut short lacks its pages.
        const auto last = database.number("SELECT max(seq) + (SELECT max(number) FROM games WHERE "
                                          "match = (SELECT max(match) FROM games)) FROM games");
        if (!last) return last.error();
    }
    // Tables have only been added since the first version, so that an older one can be read.
    if (reads) return {};
    if (auto configured = configure(database, settings); !configured) return configured;
    if (*version == kSchemaVersion) return {};
    return migrate(database);
}

}  // namespace ninefold::store
