// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>

#include "arena/events.h"
#include "base/result.h"
#include "server/match_plan.h"
#include "server/worker_pool.h"
#include "store/game_id.h"

namespace ninefold::server {

/// Plays the matches and tournaments that the organiser asked for, one after another, on a thread
/// of its own. Any thread may call; the callbacks come on that thread.
class MatchRunner {
public:
    struct Job {
        store::MatchId id;
        std::optional<MatchPlan> plan{};  ///< nothing for a tournament: the store has its own
    };
    enum class State { kNotHere, kWaiting, kPlaying };
    /// Where the events of a match go.
    using MakeSink = std::function<std::unique_ptr<arena::EventSink>(store::MatchId)>;
    /// The match is over, broken off, or could not be played.
    using OnOver = std::function<void(store::MatchId, const base::Result<void>&)>;

    MatchRunner(std::filesystem::path database, MakeSink make_sink, OnOver on_over);

    /// False where the server is being stopped.
    [[nodiscard]] bool add(Job job);
    /// Breaks a match off, or takes it from the queue; false where it is not here.
    [[nodiscard]] bool stop(store::MatchId id);
    State state(store::MatchId id) const;
    /// Breaks off what is played, and waits for it.
    void close() { pool_.close(); }

private:
    void run(const Job& job, std::stop_source stop);
    base::Result<void> play(const Job& job, const std::stop_token& stop) const;
    base::Result<void> play_kept(store::Store& store, const Job& job,
                                 const std::stop_token& stop) const;
    base::Result<void> play_tournament(store::Store& store, store::MatchId id,
                                       const std::stop_token& stop) const;

    const std::filesystem::path database_;
    const MakeSink make_sink_;
    const OnOver on_over_;
    mutable std::mutex mutex_;                         ///< guards the next two
    std::map<store::MatchId, std::stop_source> jobs_;  ///< that wait or are played
    std::optional<store::MatchId> playing_;
    WorkerPool pool_{1, {SIZE_MAX}};  ///< last: its thread uses the rest
};

}  // namespace ninefold::server
