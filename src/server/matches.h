// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>

#include "arena/events.h"
#include "server/alarm.h"
#include "server/archive.h"
#include "server/lobby.h"
#include "server/match_json.h"
#include "server/match_runner.h"
#include "server/settings.h"
#include "server/watched_match.h"
#include "store/live_feed.h"

namespace ninefold::server {

/// Matches: those that this server plays for its organiser; those that another part of this process
/// plays (their events come through sink()); and those that other processes play into the same
/// database, which is looked at a few times a second while somebody wants to know.
/// Any thread may call; callbacks hand over and return.
class Matches {
public:
    using Reply = std::function<void(HttpResult<Json>)>;

    Matches(const Settings& settings, std::filesystem::path database, Archive& archive,
            Archive& planner, Lobby& lobby);
    ~Matches();
    Matches(const Matches&) = delete;
    Matches& operator=(const Matches&) = delete;

    /// Resumes the matches that an earlier run of the server left unfinished.
    void restore();
    /// Interrupts all matches; the next run of the server resumes them.
    void close();

    void start(const Json& request, const Reply& reply);
    void start_tournament(const Json& request, const Reply& reply);
    void stop(store::MatchId id, const Reply& reply);
    /// Resumes a held match; with `continue_despite_changes` also when its bots' files changed.
    void resume(store::MatchId id, bool continue_despite_changes, const Reply& reply);

    /// Listens to a match that is played in this process, for as long as the sink lives.
    std::unique_ptr<arena::EventSink> sink(store::MatchId id);

    void list(std::int64_t limit, const Reply& reply, const Asker& asker);
    void show(store::MatchId id, std::int64_t limit, std::int64_t offset, const Reply& reply,
              const Asker& asker);
    /// Those that are being played, in all matches or in one.
    Json live_games(std::optional<store::MatchId> only = {});
    std::optional<record::GameRecord> live_game(store::GameId id);

    void subscribe(store::MatchId id, const Subscriber& subscriber,
                   std::optional<std::uint64_t> after,
                   const std::function<void(HttpError)>& on_refused);
    void unsubscribe(store::MatchId id, const Listener* listener);

private:
    class Sink;

    // With the lock held.
    WatchedMatch& watched(store::MatchId id);
    bool is_here(store::MatchId id) const;
    std::string_view state_of(store::MatchId id) const;
    WatchedMatch::Seen seen_now(const store::MatchInfo& match) const;
    // Without it.
    bool is_wanted();
    // On the planner's thread.
    HttpResult<store::MatchId> enqueue(MatchRunner::Job job);
    HttpResult<store::MatchId> resume_held(store::Store& store, store::MatchId id,
                                           bool continue_despite_changes);
    base::Result<void> resume(store::Store& store, const store::MatchInfo& match,
                              bool continue_despite_changes);
    void resume_all(store::Store& store);
    /// Plans something; what then is in the database is answered with on the archive's thread.
    void plan(const Reply& reply, std::function<HttpResult<store::MatchId>(store::Store&)> make,
              std::function<Json(Json match, store::MatchId)> answer = {});
    // On the archive's thread.
    base::Result<Json> describe(store::Store& store, const store::MatchInfo& match);
    HttpResult<Json> describe_and_tell(store::Store& store, store::MatchId id);
    HttpResult<void> break_off(store::Store& store, store::MatchId id);
    HttpResult<void> show_to(store::Store& store, store::MatchId id, const Listener& listener,
                             bool is_news);
    void hold(store::MatchId id, const base::Error& problem);
    void look();
    void look_into(store::Store& store);
    std::set<store::MatchId> follow_live_feed(store::Store& store);
    void look_at(store::Store& store, const store::MatchInfo& match);
    void tell_what_was_kept(store::Store& store, const store::MatchInfo& match,
                            WatchedMatch::Seen before);

    const Settings settings_;
    const std::filesystem::path database_;
    Archive& archive_;
    Archive& planner_;
    Lobby& lobby_;
    std::shared_ptr<process::ProcessSupervisor> supervisor_;

    // The archive thread's.
    MatchCounter counter_;
    std::unique_ptr<store::LiveFeedReader> live_feed_;  ///< when first needed

    mutable std::mutex mutex_;  ///< guards the next three
    std::map<store::MatchId, std::unique_ptr<WatchedMatch>> watched_;
    std::map<store::MatchId, std::string> held_;  ///< why a match of this server is not played
    Alarm::Clock::time_point asked_{};  ///< when somebody last asked for the running games

    Alarm alarm_;
    MatchRunner runner_;  ///< last: its thread uses the rest
};

}  // namespace ninefold::server
