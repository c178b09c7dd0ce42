// SPDX-License-Identifier: MIT
#include "store/tournament_store.h"

#include <set>

#include "base/parse_json.h"
#include "store/database.h"

namespace ninefold::store {

namespace {

using base::fail;
using tournament::Absence;
using tournament::Groups;
using tournament::TeamId;
using tournament::Tournament;
using tournament::TournamentSpec;

NewMatch new_match(const TournamentSpec& spec, MatchOwner owner) {
    return {.spec = to_toml(spec),
            .a = spec.name,
            .event = spec.name,
            .kind = MatchKind::kTournament,
            .owner = owner};
}

/// The kept games that count, by number. Read at once: a tournament that is being played gets more
/// of them meanwhile.
struct TournamentGames {
    struct Game {
        int number;
        std::string x, o;  ///< names of the bots
    };
    std::vector<Game> played;
    std::map<int, tournament::GameOutcome> outcomes;
};

/// Whether the machine plans every kept game, between the same bots, and has the kept groups: or
/// else what was kept is of a program that plans otherwise.
base::Result<void> check_plan(const StoredTournament& stored, const TournamentGames& games,
                              const Tournament& machine) {
    for (const auto& [stage, groups] : stored.groups) {
        const auto index = static_cast<std::size_t>(stage);
        if (index >= machine.stages().size() ||
            machine.stages()[index].stage->drawn_groups() != groups) {
            return fail("tournament {}: the groups that are kept of its stage {} are not of the "
                        "bots that play it; it was made by another version of Ninefold",
                        stored.id.value, stage + 1);
        }
    }
    for (const TournamentGames::Game& game : games.played) {
        const auto task = machine.task(game.number);
        if (task && machine.spec().bot(task->x).name == game.x &&
            machine.spec().bot(task->o).name == game.o) {
            continue;
        }
        return fail("tournament {} holds game {} of {} and {}, which its plan does not have; it "
                    "was made by another version of Ninefold",
                    stored.id.value, game.number, game.x, game.o);
    }
    return {};
}

base::Result<TournamentGames> read_games(Store& store, MatchId id, arena::PointScale scale) {
    TournamentGames games;
    base::Result<void> sound;
    TRY(store.for_each({.match = id, .order = Order::kByNumber},
                       [&](GameId game, const record::GameRecord& record) {
                           if (!record.ending || *record.ending == rules::Ending::kVoid)
                               return true;
                           const auto outcome = tournament::outcome_of(record, scale);
                           if (!outcome) {
                               sound = fail("game {}: {}", to_text(game), outcome.error().message);
                               return false;
                           }
                           games.outcomes.emplace_hint(games.outcomes.end(), game.number, *outcome);
                           games.played.push_back({game.number, record.x, record.o});
                           return true;
                       }));
    TRY(sound);
    return games;
}

}  // namespace

base::Result<void> TournamentStore::check_any() {
    if (!TRY(store_.matches_of(MatchKind::kTournament)).empty()) return {};
    return fail("{}: no tournament has been run yet; 'ninefold tournament run' begins one",
                store_.path().native());
}

base::Result<OpenedMatch> TournamentStore::create(const TournamentSpec& spec, MatchOwner owner) {
    return OpenedMatch{TRY(store_.create_match(new_match(spec, owner))), false};
}

base::Result<std::optional<MatchId>> TournamentStore::find(const TournamentSpec& spec) {
    const std::string text = to_toml(spec);
    for (const MatchInfo& each :
         TRY(store_.unfinished(MatchKind::kTournament, MatchOwner::kProgram))) {
        if (each.spec == text) return std::optional(each.id);
    }
    return std::optional<MatchId>();
}

base::Result<OpenedMatch> TournamentStore::find_or_create(const TournamentSpec& spec) {
    return store_.find_or_create_match(new_match(spec, MatchOwner::kProgram));
}

base::Result<StoredTournament> TournamentStore::load(MatchId id) {
    const auto is_there =
        TRY(database_.number("SELECT count(*) FROM matches WHERE id = ? AND kind = 'tournament'",
                             id.value));
    if (is_there == 0) {
        return fail("{}: there is no tournament {}; 'ninefold tournament status' lists them",
                    store_.path().native(), id.value);
    }
    StoredTournament stored;
    static_cast<MatchInfo&>(stored) = TRY(store_.match(id));
    stored.absences = TRY(absences(id));
    stored.contents = TRY(contents(id));
    stored.groups = TRY(groups(id));
    return stored;
}

base::Result<TournamentSpec> StoredTournament::parsed_spec(arena::OpeningLines openings) const {
    return tournament::parse_spec(spec, "/", fmt::format("tournament {}", id.value), openings);
}

bool StoredTournament::was_broken_off() const {
    const auto summary = base::parse_json(this->summary);
    return summary.is_object() && summary.contains("verdict");
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
    if (games == 0) return names;
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
    const auto read_content = [](const Statement& row) {
        StoredContent content;
        row.read(content.what, content.hash, content.games);
        return content;
    };
    return database_.rows(
        "SELECT what, hash, games FROM tournament_contents WHERE tournament = ? ORDER BY seq",
        read_content, id.value);
}

base::Result<void> TournamentStore::add_contents(
    MatchId id, const std::map<std::string, std::string>& contents_now) {
    auto transaction = TRY(WriteTransaction::begin(database_));
    const StoredTournament stored = TRY(load(id));
    const auto last = stored.last_contents();
    for (const auto& [what, hash] : contents_now) {
        const auto before = last.find(what);
        if (before != last.end() && before->second == hash) continue;
        TRY(database_.run("INSERT INTO tournament_contents (tournament, what, hash, games, date) "
                          "VALUES (?, ?, ?, ?, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))",
                          id.value, what, hash, stored.games));
    }
    return transaction.commit();
}

base::Result<std::map<int, Groups>> TournamentStore::groups(MatchId id) {
    std::map<int, Groups> all;
    TRY(database_.for_each(
        "SELECT stage, in_group, team FROM tournament_groups "
        "WHERE tournament = ? ORDER BY stage, in_group, place",
        [&](const Statement& row) -> base::Result<bool> {
            int stage = 0, group = 0;
            TeamId team;
            row.read(stage, group, team.index);
            Groups& groups = all[stage];
            const int count = static_cast<int>(groups.size());
            if (group != count && group != count - 1) {
                return fail("tournament {} is damaged: group {} follows group {}", id.value, group,
                            count - 1);
            }
            if (group == count) groups.emplace_back();
            groups.back().push_back(team);
            return true;
        },
        id.value));
    return all;
}

base::Result<void> TournamentStore::keep_groups(MatchId id, const Tournament& machine) {
    auto transaction = TRY(WriteTransaction::begin(database_));
    Statement insert = TRY(database_.prepare(
        "INSERT OR IGNORE INTO tournament_groups (tournament, stage, team, in_group, place) "
        "VALUES (?, ?, ?, ?, ?)"));
    for (std::size_t stage = 0; stage < machine.stages().size(); ++stage) {
        const Groups groups = machine.stages()[stage].stage->drawn_groups();
        for (std::size_t group = 0; group < groups.size(); ++group) {
            for (std::size_t place = 0; place < groups[group].size(); ++place) {
                TRY(insert.run(id.value, stage, groups[group][place].index, group, place));
            }
        }
    }
    return transaction.commit();
}

base::Result<std::vector<Absence>> TournamentStore::absences(MatchId id) {
    std::vector<Absence> all;
    TRY(database_.for_each(
        "SELECT team, stage, wave, reason, kind FROM absences WHERE tournament = ? ORDER BY seq",
        [&](const Statement& row) -> base::Result<bool> {
            Absence& absence = all.emplace_back();
            row.read(absence.team.index, absence.stage, absence.wave, absence.reason);
            const auto kind = tournament::parse_name<tournament::Absence::Kind>(row.text(4));
            if (!kind) return fail("tournament {} is damaged: {}", id.value, kind.error().message);
            absence.kind = *kind;
            return true;
        },
        id.value));
    return all;
}

base::Result<void> TournamentStore::add_absence(MatchId id, const Absence& absence) {
    return database_.run("INSERT INTO absences (tournament, team, kind, stage, wave, reason, date) "
                         "VALUES (?, ?, ?, ?, ?, ?, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))",
                         id.value, absence.team.index, tournament::name(absence.kind),
                         absence.stage, absence.wave, absence.reason);
}

base::Result<void> TournamentStore::allow_forfeits(MatchId id) {
    return database_.run("UPDATE matches SET forfeits_allowed = 1 WHERE id = ?", id.value);
}

base::Result<void> TournamentStore::request_stop(MatchId id, bool stop) {
    return database_.run("UPDATE matches SET stop = ? WHERE id = ?", stop, id.value);
}

base::Result<bool> TournamentStore::is_stop_requested(MatchId id) {
    return TRY(database_.number("SELECT stop FROM matches WHERE id = ?", id.value)) != 0;
}

base::Result<Tournament> resume(Store& store, const StoredTournament& stored,
                                arena::OpeningLines openings) {
    auto spec = TRY(stored.parsed_spec(openings));
    const auto games = TRY(read_games(store, stored.id, spec.points));
    Tournament machine(std::move(spec), stored.absences, games.outcomes, stored.groups);
    TRY(check_plan(stored, games, machine));
    return machine;
}

}  // namespace ninefold::store
