// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "arena/contents_watch.h"
#include "arena/match.h"
#include "sources/bot_source.h"
#include "store/match_keeper.h"
#include "store/store.h"

namespace ninefold::store {

/// A match that a command or a server wants to be played.
struct WantedMatch {
    MatchKind kind = MatchKind::kMatch;
    MatchOwner owner = MatchOwner::kProgram;
    arena::MatchSpec spec;
    sources::BotSource a, b;
    /// to_json() of the specification, with what else decides which games are played.
    nlohmann::ordered_json conditions;
};

/// Makes a match, to be opened later.
base::Result<MatchId> create_match(Store& store, const WantedMatch& wanted);

/// The bots, by name, whose files are not what the kept match was last played with.
std::vector<std::string> changed_bots(const MatchInfo& kept, const WantedMatch& wanted);

/// From now on the match is played with the bots' files as they are; says which have changed. What
/// changed after the first game is kept under `changes`.
base::Result<std::vector<std::string>> accept_changes(Store& store, MatchId id,
                                                      const WantedMatch& wanted);

/// A sentence on an unfinished match of the same kind and bots under other conditions, and what
/// they are; empty where there is none.
base::Result<std::string> note_on_other_conditions(Store& store, const WantedMatch& wanted,
                                                   MatchId opened);

/// What a match is finished with, as JSON: its score and verdict.
std::string summary_of(const arena::MatchReport& report);

/// One match as this process plays it: found or made, locked, resumed, played, finished. The store
/// must outlive it. One thread at a time.
class KeptMatch {
public:
    /// The unfinished match of the same conditions with the same contents of the bots' files, or
    /// else a new one; `restart` always makes one. Fails where another process plays it.
    static base::Result<std::unique_ptr<KeptMatch>> open(Store& store, WantedMatch wanted,
                                                         bool restart);
    /// A match that is there already.
    static base::Result<std::unique_ptr<KeptMatch>> open(Store& store, MatchId id,
                                                         WantedMatch wanted);

    MatchId id() const { return info_.id; }
    const MatchInfo& info() const { return info_; }
    bool is_resumed() const { return is_resumed_; }
    /// A sentence for the user: why a new match begins although one of the same conditions is
    /// unfinished. Usually empty.
    const std::string& note() const { return note_; }
    const arena::MatchSpec& spec() const { return wanted_.spec; }
    /// What earlier runs kept, by number.
    const std::vector<arena::PlayedGame>& played() const { return played_; }

    /// Told of a bot whose files were replaced while it plays: when it is started again, it is
    /// another bot. Before play().
    using OnChange = std::function<void(const std::string& bot, int after_games)>;
    void on_change(OnChange on_change) { on_change_ = std::move(on_change); }

    /// Plays the games that are missing (arena/match.h); when it returns, all that were finished
    /// are on the disk. A complete match is kept as finished before its end is announced; when
    /// matches of other kinds are finished, their commands decide.
    base::Result<arena::MatchReport> play(const arena::GamePlace& place, arena::EventSink& sink,
                                          const std::stop_token& stop);
    /// Plays a part of it, whose numbers and bots may be others than spec() says, and which is not
    /// announced as a match.
    base::Result<arena::MatchReport> play_part(const arena::MatchSpec& part,
                                               const arena::GamePlace& place,
                                               arena::EventSink& sink, const std::stop_token& stop);
    /// `summary` is JSON.
    base::Result<void> finish(const std::string& summary) {
        return store_.finish_match(id(), summary);
    }

private:
    KeptMatch(Store& store, WantedMatch wanted) : store_(store), wanted_(std::move(wanted)) {}
    base::Result<void> load(MatchId id);
    void note_changes(int games);

    Store& store_;
    WantedMatch wanted_;
    MatchInfo info_;
    bool is_resumed_ = false;
    std::string note_;
    std::unique_ptr<MatchKeeper> keeper_;
    std::vector<arena::PlayedGame> played_;
    std::optional<arena::ContentsWatch> watch_;  ///< once it is played
    OnChange on_change_ = [](const std::string&, int) {};
};

}  // namespace ninefold::store
