// SPDX-License-Identifier: MIT
#include "store/tournament_store.h"

#include <set>

#include "store/database.h"

namespace ninefold::store {

namespace {

using base::fail;
using tournament::Absence;
using tournament::Groups;
using tournament::Tournament;
using tournament::TournamentSpec;

constexpr std::string_view kColumns = "id, a, spec, created, finished, forfeits_allowed, "
                                      "(SELECT count(*) FROM games WHERE games.match = matches.id) "
                                      "FROM matches WHERE kind = 'tournament'";

StoredTournament read(const Statement& row) {
    StoredTournament stored;
    stored.id.value = row.number(0);
    stored.name = row.text(1);
    stored.spec = row.text(2);
    stored.created = row.text(3);
    stored.finished = row.text(4);
    stored.forfeits_allowed = row.number(5) != 0;
    stored.games = static_cast<int>(row.number(6));
    return stored;
}

NewMatch new_match(const TournamentSpec& spec, MatchOwner owner) {
    return {.spec = to_toml(spec),
            .a = spec.name,
            .event = spec.name,
            .kind = MatchKind::kTournament,
            .owner = owner};
}

}  // namespace

TournamentStore::TournamentStore(std::unique_ptr<Store> store)
    : store_(std::move(store)), database_(*store_->database_) {}
TournamentStore::~TournamentStore() = default;

base::Result<std::unique_ptr<TournamentStore>> TournamentStore::open(
    const std::filesystem::path& path, Access access) {
    auto store = Store::open(path, access);
    if (!store) return store.error();
    std::unique_ptr<TournamentStore> opened(new TournamentStore(std::move(*store)));
    const auto any =
        opened->database_.number("SELECT EXISTS (SELECT 1 FROM matches WHERE kind = 'tournament')");
    if (!any) return any.error();
    if (*any == 0 && access == Access::kRead) {
        return fail("{}: no tournament has been run yet; 'ninefold tournament run' begins one",
                    path.native());
    }
    return opened;
}

base::Result<OpenedMatch> TournamentStore::create(const TournamentSpec& spec, MatchOwner owner) {
    const auto id = store_->create_match(new_match(spec, owner));
    if (!id) return id.error();
    return OpenedMatch{*id, false};
}

base::Result<std::optional<MatchId>> TournamentStore::find(const TournamentSpec& spec) {
    const auto known = store_->unfinished(MatchKind::kTournament, MatchOwner::kProgram);
    if (!known) return known.error();
    const std::string text = to_toml(spec);
    for (const MatchInfo& each : *known) {
        if (each.match.spec == text) return std::optional(each.id);
    }
    return std::optional<MatchId>();
}

base::Result<OpenedMatch> TournamentStore::find_or_create(const TournamentSpec& spec) {
    return store_->find_or_create_match(new_match(spec, MatchOwner::kProgram));
}

base::Result<std::vector<StoredTournament>> TournamentStore::list() {
    auto select = database_.prepare(fmt::format("SELECT {} ORDER BY id DESC", kColumns));
    if (!select) return select.error();
    return select->read_all(read);
}

base::Result<StoredTournament> TournamentStore::load(MatchId id) {
    auto select = database_.prepare(fmt::format("SELECT {} AND id = ?", kColumns));
    if (!select) return select.error();
    select->bind(1, id.value);
    const auto row = select->step();
    if (!row) return row.error();
    if (!*row) {
        return fail("{}: there is no tournament {}; 'ninefold tournament status' lists them",
                    database_.path().native(), id.value);
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

base::Result<std::vector<StoredContent>> TournamentStore::contents(MatchId id) {
    auto select = database_.prepare(
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
    auto transaction = WriteTransaction::begin(database_);
    if (!transaction) return transaction.error();
    const auto stored = load(id);
    if (!stored) return stored.error();
    const auto last = stored->last_contents();
    for (const auto& [what, hash] : contents_now) {
        const auto before = last.find(what);
        if (before != last.end() && before->second == hash) continue;
        auto insert = database_.prepare(
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
    auto select = database_.prepare("SELECT stage, in_group, team FROM tournament_groups "
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
    auto transaction = WriteTransaction::begin(database_);
    if (!transaction) return transaction.error();
    auto insert = database_.prepare(
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

base::Result<std::vector<Absence>> TournamentStore::absences(MatchId id) {
    auto select = database_.prepare(
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
    auto insert = database_.prepare(
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

base::Result<void> TournamentStore::update(MatchId id, std::string_view what) {
    auto update = database_.prepare(fmt::format("UPDATE matches SET {} WHERE id = ?", what));
    if (!update) return update.error();
    update->bind(1, id.value);
    return update->run();
}

base::Result<void> TournamentStore::allow_forfeits(MatchId id) {
    return update(id, "forfeits_allowed = 1");
}
base::Result<void> TournamentStore::request_stop(MatchId id) { return update(id, "stop = 1"); }
base::Result<void> TournamentStore::clear_stop(MatchId id) { return update(id, "stop = 0"); }

base::Result<bool> TournamentStore::is_stop_requested(MatchId id) {
    auto select = database_.prepare("SELECT stop FROM matches WHERE id = ?");
    if (!select) return select.error();
    select->bind(1, id.value);
    const auto row = select->step();
    if (!row) return row.error();
    return *row && select->number(0) != 0;
}

}  // namespace ninefold::store
