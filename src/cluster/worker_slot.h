// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "arena/prover.h"
#include "cluster/held_task.h"
#include "cluster/worker_state.h"

namespace ninefold::cluster {

/// Plays one game at a time, and loses no time in between: while a short game is played, the next
/// task is fetched already, and the last result is on its way. A task is acknowledged when its
/// result is safe, and given back where there is none.
///
/// Works from its construction until the worker is stopped, for which the destructor waits.
class WorkerSlot {
public:
    WorkerSlot(WorkerState& state, int number);

private:
    using TaskPtr = std::unique_ptr<HeldTask>;
    struct Finished {
        TaskPtr task;
        record::GameRecord game;
    };

    void fetch_tasks();
    bool wait_for_room();
    std::optional<nats::Message> pull();
    void hand_over(nats::Message message);

    void play_games();
    TaskPtr next_task();
    void play_task(TaskPtr task);
    base::Result<record::GameRecord> play(const Task& task, const Players& players);
    arena::Prover* prover(const Task& task);
    void report_trouble(const Task& task, const std::string& trouble);
    void report_failed_start(HeldTask& task, const Players& players);

    void send_results();
    std::optional<Finished> next_finished();
    bool publish(const Task& task, record::GameRecord game);
    bool publish(const std::string& run, const std::string& text);

    WorkerState& state_;
    WorkerSlotBots bots_;                    ///< the player's
    std::unique_ptr<arena::Prover> prover_;  ///< the player's
    std::optional<arena::ProofBudget> budget_;
    std::optional<nats::Subscription> tasks_;  ///< the fetcher's
    nats::Milliseconds patience_;              ///< the fetcher's, with a server that is away

    std::mutex mutex_;  ///< of what follows
    std::condition_variable_any changed_;
    TaskPtr next_;                ///< fetched, not yet begun
    bool is_idle_ = true;         ///< the player has nothing to do
    bool was_short_ = false;      ///< the last game
    bool gave_back_ = false;      ///< a task that was fetched too early, during this game
    bool is_played_out_ = false;  ///< the player has ended
    std::deque<Finished> finished_;

    std::jthread fetcher_, player_, sender_;  ///< last: they use all of the above
};

}  // namespace ninefold::cluster
