// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/store.h"
#include "tournament/report.h"
#include "tournament/tournament.h"

namespace ninefold::store {

class Database;

/// What something that a tournament is played with held, from some of its games on.
struct StoredContent {
    std::string what;  ///< a bot's name, or the openings as the specification names them
    std::string hash;  ///< empty where it has no files, or none that make a bot
    int games = 0;     ///< how many were kept before
    bool operator==(const StoredContent&) const = default;
};

/// A tournament as it is kept: its specification, who left it, and its games under one match.
struct StoredTournament {
    MatchId id;
    std::string name;
    std::string spec;      ///< TOML, as to_toml() wrote it
    std::string created;   ///< ISO 8601 UTC
    std::string finished;  ///< ISO 8601 UTC, empty while it is not
    int games = 0;         ///< kept so far
    std::vector<tournament::Absence> absences{};
    std::vector<StoredContent> contents{};       ///< in the order in which they were taken
    std::map<int, tournament::Groups> groups{};  ///< that stages were drawn into, by stage
    bool forfeits_allowed = false;  ///< it is played although some bots forfeit every game

    /// What it was last played with, hashes by names.
    std::map<std::string, std::string> last_contents() const;
    /// Those of `now` that are not what the tournament was last played with, by their names; none
    /// where nothing was kept of that.
    std::vector<std::string> changed(const std::map<std::string, std::string>& now) const;
    /// What changed while games were already played.
    std::vector<tournament::ContentChange> changes() const;
};

/// The tournaments of one database. Games go through Store and MatchKeeper, under the tournament's
/// id. What a method has written is on the disk when it returns. One thread at a time.
class TournamentStore {
public:
    static base::Result<std::unique_ptr<TournamentStore>> open(const std::filesystem::path& path,
                                                               Access access = Access::kWrite);
    ~TournamentStore();

    Store& store() { return *store_; }

    /// The newest unfinished tournament with exactly this specification.
    base::Result<std::optional<MatchId>> find(const tournament::TournamentSpec& spec);
    /// The same, or a new one.
    base::Result<OpenedMatch> find_or_create(const tournament::TournamentSpec& spec);
    base::Result<OpenedMatch> create(const tournament::TournamentSpec& spec,
                                     MatchOwner owner = MatchOwner::kProgram);
    /// Newest first.
    base::Result<std::vector<StoredTournament>> list();
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

    /// Asks the process that runs the tournament to finish the running games and start no more.
    base::Result<void> request_stop(MatchId id);
    base::Result<bool> is_stop_requested(MatchId id);
    base::Result<void> clear_stop(MatchId id);

private:
    explicit TournamentStore(std::unique_ptr<Store> store);
    base::Result<std::vector<tournament::Absence>> absences(MatchId id);
    base::Result<std::vector<StoredContent>> contents(MatchId id);
    base::Result<std::map<int, tournament::Groups>> groups(MatchId id);

    std::unique_ptr<Store> store_;
    Database& database_;  ///< the store's
};

/// The machine of a stored tournament, fed with everything that was kept.
base::Result<tournament::Tournament> resume(Store& store, const StoredTournament& stored);

}  // namespace ninefold::store
