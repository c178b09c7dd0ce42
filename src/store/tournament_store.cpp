// SPDX-License-Identifier: MIT
#include "store/tournament_store.h"

#include <set>

#include "store/database.h"
#include "store/schema.h"

namespace ninefold::store {

namespace {

using base::fail;
using tournament::Absence;
using tournament::Groups;
using tournament::Tournament;
using tournament::TournamentSpec;

/// The first line of the text of a tournament that a server plays; a comment in TOML.
constexpr std::string_view kByServer = "# played by a server\n";

constexpr std::string_view kColumns =
    "matches.id, a, spec, created, finished, "
    "(SELECT count(*) FROM games WHERE games.match = matches.id) "
    "FROM matches JOIN tournaments ON tournaments.match = matches.id";

// Made by the first command that writes a tournament, whatever version the rest of the file has.
constexpr const char* kTables = R"sql(
    CREATE TABLE IF NOT EXISTS tournaments (
        match INTEGER PRIMARY KEY,
        stop  INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE IF NOT EXISTS absences (
        seq        INTEGER PRIMARY KEY,
        tournament INTEGER NOT NULL,
        team       INTEGER NOT NULL,
        kind       TEXT NOT NULL,
        stage      INTEGER NOT NULL,
        wave       INTEGER NOT NULL,
        reason     TEXT NOT NULL,
        date       TEXT NOT NULL
    ) STRICT;
    CREATE TABLE IF NOT EXISTS tournament_contents (
        seq        INTEGER PRIMARY KEY,
        tournament INTEGER NOT NULL,
        what       TEXT NOT NULL,
        hash       TEXT NOT NULL,
        games      INTEGER NOT NULL,
        date       TEXT NOT NULL
    ) STRICT;
    CREATE TABLE IF NOT EXISTS tournaments_that_go_on (
        tournament INTEGER PRIMARY KEY
    ) STRICT;
    CREATE TABLE IF NOT EXISTS tournament_groups (
        tournament INTEGER NOT NULL,
        stage      INTEGER NOT NULL,
        team       INTEGER NOT NULL,
        in_group   INTEGER NOT NULL,
        place      INTEGER NOT NULL,
        PRIMARY KEY (tournament, stage, team)
    ) STRICT, WITHOUT ROWID;
)sql";

base::Result<void> need_tables(Database& database) {
    // Whoever only reads can do without the later ones, which an older database has not.
    const bool reads = database.mode() == Database::Mode::kRead;
    const auto there = database.number(
        reads ? "SELECT count(*) = 2 FROM sqlite_schema WHERE name IN ('tournaments', 'absences')"
              : "SELECT count(*) = 5 FROM sqlite_schema WHERE name IN ('tournaments', 'absences', "
                "'tournament_contents', 'tournaments_that_go_on', 'tournament_groups')");
    if (!there) return there.error();
    if (*there == 1) return {};
    if (reads) {
        return fail("{}: no tournament has been run yet; 'ninefold tournament run' begins one",
                    database.path().native());
    }
    return database.execute(kTables);
}

StoredTournament read(const Statement& row) {
    StoredTournament stored;
    stored.id.value = row.number(0);
    stored.name = row.text(1);
    stored.spec = row.text(2);
    stored.created = row.text(3);
    stored.finished = row.text(4);
    stored.games = static_cast<int>(row.number(5));
    return stored;
}

}  // namespace

TournamentStore::TournamentStore(std::unique_ptr<Database> database)
    : database_(std::move(database)) {}
TournamentStore::~TournamentStore() = default;

base::Result<std::unique_ptr<TournamentStore>> TournamentStore::open(
    const std::filesystem::path& path, Access access) {
    const auto mode = access == Access::kWrite ? Database::Mode::kCreate : Database::Mode::kRead;
    auto database = Database::open(path, mode, {});
    if (!database) return database.error();
    if (auto ready = prepare_schema(**database, {}); !ready) return ready.error();
    if (auto ready = need_tables(**database); !ready) return ready.error();
    return std::unique_ptr<TournamentStore>(new TournamentStore(std::move(*database)));
}

bool is_servers_tournament(std::string_view spec) { return spec.starts_with(kByServer); }

base::Result<MatchId> TournamentStore::insert(const std::string& name, const std::string& spec) {
    auto match = database_->prepare("INSERT INTO matches (spec, a, b, event, created) "
                                    "VALUES (?, ?, '', ?, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))");
    if (!match) return match.error();
    match->bind(1, spec);
    match->bind(2, name);
    match->bind(3, name);
    if (auto done = match->run(); !done) return done.error();
    const MatchId id{database_->last_row()};
    auto row = database_->prepare("INSERT INTO tournaments (match, stop) VALUES (?, 0)");
    if (!row) return row.error();
    row->bind(1, id.value);
    if (auto done = row->run(); !done) return done.error();
    return id;
}

base::Result<OpenedMatch> TournamentStore::create(const TournamentSpec& spec, bool by_server) {
    auto transaction = WriteTransaction::begin(*database_);
    if (!transaction) return transaction.error();
    const auto id = insert(spec.name, std::string(by_server ? kByServer : "") + to_toml(spec));
    if (!id) return id.error();
    if (auto done = transaction->commit(); !done) return done.error();
    return OpenedMatch{*id, false};
}

base::Result<std::optional<MatchId>> TournamentStore::find(const TournamentSpec& spec) {
    auto select = database_->prepare(
        "SELECT max(matches.id) FROM matches JOIN tournaments ON tournaments.match = matches.id "
        "WHERE spec = ? AND finished IS NULL");
    if (!select) return select.error();
    const std::string text = to_toml(spec);  // a statement keeps a view of what is bound
    select->bind(1, text);
    const auto row = select->step();
    if (!row) return row.error();
    if (select->is_null(0)) return std::optional<MatchId>();
    return std::optional(MatchId{select->number(0)});
}

base::Result<OpenedMatch> TournamentStore::find_or_create(const TournamentSpec& spec) {
    auto transaction = WriteTransaction::begin(*database_);
    if (!transaction) return transaction.error();
    const auto found = find(spec);
    if (!found) return found.error();
    if (*found) return OpenedMatch{**found, true};
    const auto id = insert(spec.name, to_toml(spec));
    if (!id) return id.error();
    if (auto done = transaction->commit(); !done) return done.error();
    return OpenedMatch{*id, false};
}

base::Result<std::vector<StoredTournament>> TournamentStore::list() {
    auto select = database_->prepare(fmt::format("SELECT {} ORDER BY matches.id DESC", kColumns));
    if (!select) return select.error();
    return select->read_all(read);
}

base::Result<StoredTournament> TournamentStore::load(MatchId id) {
    auto select = database_->prepare(fmt::format("SELECT {} WHERE matches.id = ?", kColumns));
    if (!select) return select.error();
    select->bind(1, id.value);
    const auto row = select->step();
    if (!row) return row.error();
    if (!*row) {
        return fail("{}: there is no tournament {}; 'ninefold tournament status' lists them",
                    database_->path().native(), id.value);
    }
    StoredTournament stored = read(*select);
    auto gone = absences(id);
    if (!gone) return gone.error();
    stored.absences = std::move(*gone);
    auto held = contents(id);
    if (!held) return held.error();
    stored.contents = std::move(*held);
    auto drawn = groups(id);
    if (!drawn) return drawn.error();
    stored.groups = std::move(*drawn);
    const auto goes = goes_on(id);
    if (!goes) return goes.error();
    stored.goes_on = *goes;
    return stored;
}

std::map<std::string, std::string> StoredTournament::last_contents() const {
    std::map<std::string, std::string> last;
    for (const StoredContent& content : contents) last[content.what] = content.hash;
    return last;
}

std::vector<std::string> StoredTournament::changed(
    const std::map<std::string, std::string>& now) const {
    const auto last = last_contents();
    std::vector<std::string> names;
    for (const auto& [what, hash] : now) {
        const auto before = last.find(what);
        if (before != last.end() && before->second != hash) names.push_back(what);
    }
    return names;
}

std::vector<tournament::ContentChange> StoredTournament::changes() const {
    std::vector<tournament::ContentChange> all;
    std::set<std::string> seen;
    for (const StoredContent& content : contents) {
        const bool is_first = seen.insert(content.what).second;
        if (!is_first && content.games > 0) all.push_back({content.what, content.games});
    }
    return all;
}

base::Result<bool> TournamentStore::has_table(std::string_view name) {
    const auto there = database_->number(
        fmt::format("SELECT count(*) FROM sqlite_schema WHERE name = '{}'", name).c_str());
    if (!there) return there.error();
    return *there > 0;
}

base::Result<std::vector<StoredContent>> TournamentStore::contents(MatchId id) {
    const auto there = has_table("tournament_contents");
    if (!there) return there.error();
    if (!*there) return std::vector<StoredContent>();
    auto select = database_->prepare(
        "SELECT what, hash, games FROM tournament_contents WHERE tournament = ? ORDER BY seq");
    if (!select) return select.error();
    select->bind(1, id.value);
    return select->read_all([](const Statement& row) {
        return StoredContent{std::string(row.text(0)), std::string(row.text(1)),
                             static_cast<int>(row.number(2))};
    });
}

base::Result<void> TournamentStore::add_contents(
    MatchId id, const std::map<std::string, std::string>& contents_now) {
    auto transaction = WriteTransaction::begin(*database_);
    if (!transaction) return transaction.error();
    const auto stored = load(id);
    if (!stored) return stored.error();
    const auto last = stored->last_contents();
    for (const auto& [what, hash] : contents_now) {
        const auto before = last.find(what);
        if (before != last.end() && before->second == hash) continue;
        auto insert = database_->prepare(
            "INSERT INTO tournament_contents (tournament, what, hash, games, date) "
            "VALUES (?, ?, ?, ?, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))");
        if (!insert) return insert.error();
        insert->bind(1, id.value);
        insert->bind(2, what);
        insert->bind(3, hash);
        insert->bind(4, static_cast<std::int64_t>(stored->games));
        if (auto done = insert->run(); !done) return done;
    }
    return transaction->commit();
}

base::Result<std::map<int, Groups>> TournamentStore::groups(MatchId id) {
    std::map<int, Groups> all;
    const auto there = has_table("tournament_groups");
    if (!there) return there.error();
    if (!*there) return all;
    auto select = database_->prepare("SELECT stage, in_group, team FROM tournament_groups "
                                     "WHERE tournament = ? ORDER BY stage, in_group, place");
    if (!select) return select.error();
    select->bind(1, id.value);
    for (;;) {
        const auto row = select->step();
        if (!row) return row.error();
        if (!*row) return all;
        Groups& groups = all[static_cast<int>(select->number(0))];
        const std::int64_t group = select->number(1);
        const auto count = static_cast<std::int64_t>(groups.size());
        if (group != count && group != count - 1) {
            return fail("tournament {} is damaged: group {} follows group {}", id.value, group,
                        count - 1);
        }
        if (group == count) groups.emplace_back();
        groups.back().push_back({static_cast<int>(select->number(2))});
    }
}

base::Result<void> TournamentStore::keep_groups(MatchId id, const Tournament& machine) {
    auto transaction = WriteTransaction::begin(*database_);
    if (!transaction) return transaction.error();
    auto insert = database_->prepare(
        "INSERT OR IGNORE INTO tournament_groups (tournament, stage, team, in_group, place) "
        "VALUES (?, ?, ?, ?, ?)");
    if (!insert) return insert.error();
    for (std::size_t stage = 0; stage < machine.stages().size(); ++stage) {
        const Groups groups = machine.stages()[stage].stage->drawn_groups();
        for (std::size_t group = 0; group < groups.size(); ++group) {
            for (std::size_t place = 0; place < groups[group].size(); ++place) {
                insert->bind(1, id.value);
                insert->bind(2, static_cast<std::int64_t>(stage));
                insert->bind(3, groups[group][place].index);
                insert->bind(4, static_cast<std::int64_t>(group));
                insert->bind(5, static_cast<std::int64_t>(place));
                if (auto done = insert->run(); !done) return done;
            }
        }
    }
    return transaction->commit();
}

base::Result<bool> TournamentStore::goes_on(MatchId id) {
    const auto there = has_table("tournaments_that_go_on");
    if (!there) return there.error();
    if (!*there) return false;
    auto select =
        database_->prepare("SELECT count(*) FROM tournaments_that_go_on WHERE tournament = ?");
    if (!select) return select.error();
    select->bind(1, id.value);
    const auto row = select->step();
    if (!row) return row.error();
    return select->number(0) > 0;
}

base::Result<void> TournamentStore::set_goes_on(MatchId id) {
    auto insert =
        database_->prepare("INSERT OR IGNORE INTO tournaments_that_go_on (tournament) VALUES (?)");
    if (!insert) return insert.error();
    insert->bind(1, id.value);
    return insert->run();
}

base::Result<std::vector<Absence>> TournamentStore::absences(MatchId id) {
    auto select = database_->prepare(
        "SELECT team, kind, stage, wave, reason FROM absences WHERE tournament = ? ORDER BY seq");
    if (!select) return select.error();
    select->bind(1, id.value);
    std::vector<Absence> all;
    for (;;) {
        const auto row = select->step();
        if (!row) return row.error();
        if (!*row) return all;
        const auto kind = tournament::parse_absence_kind(select->text(1));
        if (!kind) return fail("tournament {} is damaged: {}", id.value, kind.error().message);
        all.push_back({tournament::TeamId{static_cast<int>(select->number(0))}, *kind,
                       static_cast<int>(select->number(2)), static_cast<int>(select->number(3)),
                       std::string(select->text(4))});
    }
}

base::Result<void> TournamentStore::add_absence(MatchId id, const Absence& absence) {
    auto insert = database_->prepare(
        "INSERT INTO absences (tournament, team, kind, stage, wave, reason, date) "
        "VALUES (?, ?, ?, ?, ?, ?, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))");
    if (!insert) return insert.error();
    insert->bind(1, id.value);
    insert->bind(2, absence.team.index);
    insert->bind(3, tournament::name(absence.kind));
    insert->bind(4, absence.stage);
    insert->bind(5, absence.wave);
    insert->bind(6, absence.reason);
    return insert->run();
}

base::Result<void> TournamentStore::set_stop(MatchId id, bool stop) {
    auto update = database_->prepare("UPDATE tournaments SET stop = ? WHERE match = ?");
    if (!update) return update.error();
    update->bind(1, static_cast<std::int64_t>(stop));
    update->bind(2, id.value);
    return update->run();
}

base::Result<void> TournamentStore::request_stop(MatchId id) { return set_stop(id, true); }
base::Result<void> TournamentStore::clear_stop(MatchId id) { return set_stop(id, false); }

base::Result<bool> TournamentStore::is_stop_requested(MatchId id) {
    auto select = database_->prepare("SELECT stop FROM tournaments WHERE match = ?");
    if (!select) return select.error();
    select->bind(1, id.value);
    const auto row = select->step();
    if (!row) return row.error();
    return *row && select->number(0) != 0;
}

}  // namespace ninefold::store
