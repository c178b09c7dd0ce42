// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "record/game_record.h"
#include "store/game_filter.h"
#include "store/game_id.h"
#include "store/store_settings.h"

namespace ninefold::store {

class Database;

/// What plays a match's games, and decides what its specification says.
enum class MatchKind : std::uint8_t { kMatch, kSprt, kTune, kGrade, kTournament };
std::string_view name(MatchKind kind);

/// Who resumes a match: a server by itself, or the user with the same command.
enum class MatchOwner : std::uint8_t { kProgram, kServer };

/// What is said of a match when it is created.
struct NewMatch {
    std::string spec{};    ///< JSON: everything that decides which games are played
    std::string a{}, b{};  ///< names of the bots
    std::string event{};   ///< free text
    std::string date{};    ///< ISO 8601 UTC; now where it is empty
    MatchKind kind = MatchKind::kMatch;
    MatchOwner owner = MatchOwner::kProgram;
};

/// A match as it is kept.
struct MatchInfo : NewMatch {
    MatchId id;
    std::string finished;           ///< ISO 8601 UTC, empty while it is not
    std::string summary;            ///< JSON, as given to finish_match()
    bool forfeits_allowed = false;  ///< a tournament's: it is played although some bots forfeit
    int games = 0;                  ///< kept so far
};

/// The points of both bots, where the summary of a finished match announces them.
std::optional<std::pair<double, double>> announced_score(std::string_view summary);

struct OpenedMatch {
    MatchId id;
    bool resumed = false;  ///< it was there already, unfinished
};

/// A kept game without its moves, and where it is kept.
struct KeptGame : record::GameSummary {
    GameId id;
    std::int64_t seq = 0;  ///< grows from game to game of the database, in the order of keeping
};

/// How many of the games that a match played to their end differ in their moves. Bots that do not
/// vary play the same game over and over, which shows no more than the first one did, but counts in
/// the errors.
struct Variety {
    std::size_t games = 0, different = 0;
    /// Bots that are alike play both games of a pair alike: that is no repetition.
    std::size_t different_by_side = 0;
};

/// Where games are kept unless a command says otherwise: `$XDG_DATA_HOME/ninefold/games.db`, or
/// `~/.local/share/ninefold/games.db`. Fails where there is neither.
base::Result<std::filesystem::path> default_path();

enum class Access {
    kWrite,  ///< makes the file and its folders where there are none
    kRead,   ///< the file must be there; works on a read-only medium too
};

/// One SQLite database of matches and games (docs/store.md). Any number of processes may have it
/// open at once. An object is used by one thread at a time; open one for each thread. What a
/// method has written is on the disk when it returns.
///
/// A match is run like this:
///
///     auto store = Store::open(path);
///     auto match = (*store)->find_or_create_match({.spec = …, .a = …, .b = …}, is_same);
///     auto keeper = MatchKeeper::open(**store, match->id);  // nobody else runs it from here on
///     auto done = (*store)->results(match->id);             // after the lock: now it is final
///     … keeper->keep(number, record, on_kept) for every game that is not done …
///     keeper->flush();
///     (*store)->finish_match(match->id, summary);
class Store {
public:
    static base::Result<std::unique_ptr<Store>> open(const std::filesystem::path& path,
                                                     Access access = Access::kWrite,
                                                     const StoreSettings& settings = {});
    ~Store();

    const std::filesystem::path& path() const;
    const StoreSettings& settings() const { return settings_; }

    base::Result<MatchId> create_match(const NewMatch& match);
    /// The newest unfinished match of the same kind and owner whose spec `is_same` accepts, or else
    /// a new one: in one step, so that two processes which start the same match get the same one.
    /// Without `is_same` the spec must be the same string.
    using IsSame = std::function<bool(const std::string& spec)>;
    base::Result<OpenedMatch> find_or_create_match(const NewMatch& match,
                                                   const IsSame& is_same = {});
    /// Unfinished matches of a kind and owner, newest first.
    base::Result<std::vector<MatchInfo>> unfinished(MatchKind kind, MatchOwner owner);
    /// Kept games by number.
    base::Result<std::vector<KeptGame>> results(MatchId match);
    /// Those kept after the one with this `seq`, in the order of keeping; quick where they are few.
    base::Result<std::vector<KeptGame>> results_since(MatchId match, std::int64_t seq);
    base::Result<void> finish_match(MatchId match, std::string_view summary);
    /// The same for one that is broken off: where it is finished already, what it announced stays.
    base::Result<void> break_off_match(MatchId match, std::string_view summary);
    /// Replaces the spec of a match. Only for the process that runs it.
    base::Result<void> change_spec(MatchId match, std::string_view spec);
    /// Notes that a process begins to play a match; note_stop() takes that back. The result is how
    /// often one began, this time included, without a stop or a kept game since. It grows where a
    /// match ends its process: there is no memory for its bots, say.
    base::Result<int> note_start(MatchId match);
    base::Result<void> note_stop(MatchId match);
    /// Newest first.
    base::Result<std::vector<MatchInfo>> matches(std::int64_t limit = -1);
    base::Result<std::vector<MatchInfo>> matches_of(MatchKind kind);
    base::Result<MatchInfo> match(MatchId id);
    base::Result<Variety> variety(MatchId match);

    /// Keeps a game that belongs to no match, under the next number.
    base::Result<GameId> add_casual(const record::GameRecord& game);

    base::Result<std::vector<KeptGame>> list(const GameFilter& filter);
    /// How many games the filter lets through; its limit and offset do not count.
    base::Result<std::int64_t> count(const GameFilter& filter);
    base::Result<record::GameRecord> load(GameId id);
    /// Calls `visit` for one game after another, never holding more than one, until it says false.
    using Visit = std::function<bool(GameId, record::GameRecord)>;
    base::Result<void> for_each(const GameFilter& filter, const Visit& visit);

    /// Reads the whole database and says what is damaged.
    base::Result<void> verify();

private:
    friend class TournamentStore;
    Store(std::unique_ptr<Database> database, const StoreSettings& settings);
    base::Result<void> update_match(MatchId match, std::string_view what, std::string_view text);

    std::unique_ptr<Database> database_;
    StoreSettings settings_;
};

}  // namespace ninefold::store
