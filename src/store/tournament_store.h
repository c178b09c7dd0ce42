// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/store.h"
#include "tournament/report.h"
#include "tournament/tournament.h"

namespace ninefold::store {

/// What something that a tournament is played with held, from some of its games on.
struct StoredContent {
    std::string what;  ///< a bot's name, or the openings as the specification names them
    std::string hash;  ///< empty where it has no files, or none that make a bot
    int games = 0;     ///< how many were kept before
    bool operator==(const StoredContent&) const = default;
};

/// A tournament as it is kept: a match whose specification is TOML, as to_toml() wrote it, and
/// whose bot a is the tournament's name; who left it, and what else it is resumed with.
struct StoredTournament : MatchInfo {
    std::vector<tournament::Absence> absences{};
    std::vector<StoredContent> contents{};       ///< in the order in which they were taken
    std::map<int, tournament::Groups> groups{};  ///< that stages were drawn into, by stage

    base::Result<tournament::TournamentSpec> parsed_spec(arena::OpeningLines openings) const;
    /// Whether a server's organiser stopped it for good: one that is played to its end has no
    /// verdict.
    bool was_broken_off() const;
    /// What it was last played with, hashes by names.
    std::map<std::string, std::string> last_contents() const;
    /// Those of `now` that are not what its games were last played with, by their names; none where
    /// no game was played, or nothing was kept of that.
    std::vector<std::string> changed(const std::map<std::string, std::string>& now) const;
    /// What changed while games were already played.
    std::vector<tournament::ContentChange> changes() const;
};

/// What tournaments keep in a store besides matches, which must outlive it. Games go through Store
/// and MatchKeeper, under the tournament's id; Store::matches_of() lists tournaments. What a method
/// has written is on the disk when it returns. The store's thread.
class TournamentStore {
public:
    explicit TournamentStore(Store& store) : store_(store), database_(*store.database_) {}

    /// Fails where the database has no tournament.
    base::Result<void> check_any();
    /// The newest unfinished tournament with exactly this specification.
    base::Result<std::optional<MatchId>> find(const tournament::TournamentSpec& spec);
    /// The same, or a new one.
    base::Result<OpenedMatch> find_or_create(const tournament::TournamentSpec& spec);
    base::Result<OpenedMatch> create(const tournament::TournamentSpec& spec,
                                     MatchOwner owner = MatchOwner::kProgram);
    base::Result<StoredTournament> load(MatchId id);

    /// From now on a team is away. Not while the tournament runs: take its lock first.
    base::Result<void> add_absence(MatchId id, const tournament::Absence& absence);

    /// From now on it is played with these contents, by what has them; what is known already is
    /// not kept again. Not while another process runs it: take its lock first.
    base::Result<void> add_contents(MatchId id, const std::map<std::string, std::string>& contents);
    /// Stores the groups drawn for the stages that have begun, to be used on resumption. Stored
    /// groups never change. Not while another process runs it: take its lock first.
    base::Result<void> keep_groups(MatchId id, const tournament::Tournament& machine);
    /// It is to be played although some bots forfeit every game.
    base::Result<void> allow_forfeits(MatchId id);

    /// Asks the process that runs the tournament to finish the running games and start no more, or
    /// takes that back.
    base::Result<void> request_stop(MatchId id, bool stop = true);
    base::Result<bool> is_stop_requested(MatchId id);

private:
    base::Result<std::vector<tournament::Absence>> absences(MatchId id);
    base::Result<std::vector<StoredContent>> contents(MatchId id);
    base::Result<std::map<int, tournament::Groups>> groups(MatchId id);

    Store& store_;
    Database& database_;  ///< the store's
};

/// The machine of a stored tournament, fed with everything that was kept. To play it, the lines of
/// its openings must be read.
base::Result<tournament::Tournament> resume(
    Store& store, const StoredTournament& stored,
    arena::OpeningLines openings = arena::OpeningLines::kLeave);

}  // namespace ninefold::store
