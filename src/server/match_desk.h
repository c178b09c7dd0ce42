// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "arena/events.h"
#include "server/alarm.h"
#include "server/archive.h"
#include "server/channel.h"
#include "server/lobby.h"
#include "server/match_plan.h"
#include "server/settings.h"
#include "server/views.h"

namespace ninefold::server {

/// Matches: those that this server plays for its organiser, one after another; those that another
/// part of this process plays (their events come through sink()); and those that other processes
/// play into the same database, which is looked at twice a second while somebody listens.
/// Any thread may call; callbacks hand over and return.
class MatchDesk {
public:
    using Reply = std::function<void(Granted<Json>)>;

    MatchDesk(const Settings& settings, std::filesystem::path database, Archive& archive,
              Lobby& lobby);
    ~MatchDesk();
    MatchDesk(const MatchDesk&) = delete;
    MatchDesk& operator=(const MatchDesk&) = delete;

    /// Takes up the matches that an earlier run of the server left unfinished.
    void restore();
    /// Breaks off what is played; it goes on when the server is started again.
    void close();

    void start(Json request, const Reply& reply);
    void start_tournament(Json request, const Reply& reply);
    void stop(store::MatchId id, const Reply& reply);

    /// Listens to a match that is played elsewhere in this process. Outlives the match.
    std::unique_ptr<arena::EventSink> sink();

    void list(std::int64_t limit, const Reply& reply);
    void show(store::MatchId id, std::int64_t limit, std::int64_t offset, const Reply& reply);
    Json live_games() const;
    std::optional<record::GameRecord> live_game(store::GameId id) const;

    void subscribe(store::MatchId id, const ListenerPointer& listener,
                   std::optional<std::uint64_t> after,
                   std::function<void(const Refusal&)> on_refused);
    void unsubscribe(store::MatchId id, const Listener* listener);

private:
    class Sink;
    /// A match that somebody may listen to.
    struct Watched {
        Watched(const std::string& id, std::size_t kept_events)
            : channel("match:" + id, first_seq(), kept_events) {}
        Channel channel;
        std::map<int, record::GameRecord> live;  ///< games that are being played here
        bool here = false;
        int games_seen = 0;  ///< of a match that is played elsewhere
        bool finished_seen = false;
        Alarm::Clock::time_point info_told{};
        bool lobby_due = false;
    };
    struct Queued {
        store::MatchId id;
        MatchPlan plan;
    };

    // With the lock held.
    Watched& watched(store::MatchId id);
    std::string_view state_of(store::MatchId id) const;
    // Without it.
    void handle(std::optional<store::MatchId>& match, const arena::Event& event);
    base::Result<Json> describe(store::Store& store, const store::MatchInfo& match);
    Granted<Json> enqueue(store::Store& store, MatchPlan plan);
    void tell_lobby_soon(store::MatchId id);
    void look();
    void look_at(store::Store& store, const store::MatchInfo& match);
    void run();
    base::Result<void> play(const Queued& match, std::stop_token stop);
    void post(const Reply& reply, std::function<Granted<Json>(store::Store&)> job);

    const Settings settings_;
    const std::filesystem::path database_;
    Archive& archive_;
    Lobby& lobby_;
    std::shared_ptr<bots::Keeper> bot_keeper_;
    MatchCounter counter_;  ///< the archive thread's

    mutable std::mutex mutex_;  ///< guards the next seven
    std::condition_variable queued_;
    std::deque<Queued> queue_;
    std::optional<store::MatchId> playing_;
    std::stop_source stop_playing_;
    std::map<store::MatchId, std::shared_ptr<Watched>> watched_;
    bool closed_ = false;
    std::map<store::MatchId, std::pair<int, bool>>
        seen_;  ///< the archive thread's: games, finished

    Alarm alarm_;
    std::thread player_;
};

}  // namespace ninefold::server
