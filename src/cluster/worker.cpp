// SPDX-License-Identifier: MIT
#include "cluster/worker.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>

#include "base/caught.h"
#include "base/counted.h"
#include "base/try.h"
#include "cluster/streams.h"
#include "cluster/worker_state.h"

namespace ninefold::cluster {

namespace {

using nats::Milliseconds;
using Clock = std::chrono::steady_clock;

constexpr Milliseconds kTaskPull{1000};  ///< how long the fetcher waits before it looks up
constexpr Milliseconds kFirstPause{100};
constexpr Milliseconds kShortPause{100};
/// A game that could not be played here is left to others this often before it is tried again.
constexpr int kTimesLeft = 4;
constexpr Milliseconds kLeave{500};
/// Only behind games that are shorter does a task wait: another worker may have nothing to do.
constexpr Milliseconds kShortGame{2000};
constexpr std::size_t kMostFinished = 4;  ///< results that are not yet safe
constexpr std::size_t kHeaders = 4096;    ///< of a message, beside its data

/// Plays one game at a time, and loses no time in between: while a short game is played, the next
/// task is fetched already, and the last result is on its way. A task is acknowledged when its
/// result is safe, and given back where there is none.
///
/// Works from its construction until the worker is stopped, for which the destructor waits.
class WorkerSlot {
public:
    WorkerSlot(WorkerState& state, int number)
        : state_(state), bots_(state.bots(), number), retry_delay_(kFirstPause) {
        fetcher_ = std::jthread([this] { fetch_tasks(); });
        player_ = std::jthread([this] { play_games(); });
        sender_ = std::jthread([this] { send_results(); });
    }

private:
    using TaskPtr = std::unique_ptr<HeldTask>;
    struct Finished {
        TaskPtr task;
        record::GameRecord game;
    };

    /// Runs one step. After an exception the thread continues, and a task that was not done is
    /// given back.
    void survive(const std::function<void()>& step) {
        const base::Result<void> done = base::caught(step);
        if (done) return;
        state_.say_once(fmt::format("a task was not done: {}", done.error().message));
        state_.pause(kShortPause);
    }

    // Fetching.

    void fetch_tasks() {
        while (wait_for_room()) {
            survive([this] {
                if (auto message = pull()) hand_over(std::move(*message));
            });
        }
    }

    /// Returns when a task can be used; false where the worker is stopped.
    bool wait_for_room() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, state_.stop(), [this] {
            return !next_ && finished_.size() < kMostFinished &&
                   (is_idle_ || (was_short_ && !gave_back_));
        });
        return !state_.is_stopping();
    }

    std::optional<nats::Message> pull() {
        if (!tasks_) {
            auto made = state_.connection().subscribe(task_consumer());
            if (!made) {
                state_.wait_for_server(made.error(), retry_delay_);
                return std::nullopt;
            }
            tasks_ = std::move(*made);
        }
        auto messages = tasks_->fetch(1, kTaskPull);
        if (!messages) {
            tasks_.reset();
            state_.wait_for_server(messages.error(), retry_delay_);
            return std::nullopt;
        }
        retry_delay_ = kFirstPause;
        if (messages->empty()) return std::nullopt;
        return std::move(messages->front());
    }

    /// Waits until the player has taken it; where the game before turns out to be a long one,
    /// others may have it.
    void hand_over(nats::Message message) {
        auto task = parse_task(message.data());
        if (!task) {
            state_.say(fmt::format("a task is refused: {}", task.error().message));
            return message.refuse();
        }
        if (task->was_tried_by(state_.settings().name) && message.deliveries() <= kTimesLeft) {
            return message.give_back(kLeave);
        }
        auto held =
            std::make_unique<HeldTask>(std::move(*task), std::move(message), state_.heartbeat());
        std::unique_lock lock(mutex_);
        next_ = std::move(held);
        changed_.notify_all();
        if (changed_.wait_for(lock, state_.stop(), kShortGame, [this] { return !next_; })) return;
        next_.reset();
        gave_back_ = true;
    }

    // Playing.

    void play_games() {
        while (TaskPtr task = next_task()) survive([&] { play_task(std::move(task)); });
        const std::scoped_lock lock(mutex_);
        is_played_out_ = true;
        changed_.notify_all();
    }

    /// Nothing where the worker is stopped.
    TaskPtr next_task() {
        const auto begin = Clock::now();
        std::unique_lock lock(mutex_);
        is_idle_ = true;
        changed_.notify_all();
        changed_.wait(lock, state_.stop(), [this] { return next_ != nullptr; });
        if (state_.is_stopping()) return nullptr;
        is_idle_ = gave_back_ = false;
        TaskPtr task = std::move(next_);
        changed_.notify_all();
        lock.unlock();
        state_.count({.waiting = Clock::now() - begin});
        return task;
    }

    void play_task(TaskPtr task) {
        const auto begin = Clock::now();
        const auto players = bots_.players(task->task());
        if (state_.is_stopping()) return;
        state_.count({.preparing = Clock::now() - begin});
        auto game = players ? play(task->task(), *players) : players.error();
        if (!game) {
            give_up(*task, game.error().message);
            return state_.pause(kShortPause);
        }
        if (const auto side = failed_start(task->task(), *game)) {
            const arena::GameSpec& spec = task->task().game;
            const std::string& name = *side == rules::Side::kX ? spec.x_name : spec.o_name;
            return give_up(*task, fmt::format("{} did not start there: {}", name, game->detail),
                           side);
        }
        const std::scoped_lock lock(mutex_);
        was_short_ = Clock::now() - begin < kShortGame;
        if (game->ending) finished_.push_back({std::move(task), std::move(*game)});
        changed_.notify_all();
    }

    base::Result<record::GameRecord> play(const Task& task, const Players& players) {
        const auto start = Clock::now();
        auto game = bots_.play(task, players, state_.stop());
        if (game) state_.count({.playing = Clock::now() - start});
        return game;
    }

    /// The organiser decides whether another worker tries: the task is done here once the stream
    /// has the report.
    void give_up(HeldTask& task, const std::string& trouble,
                 std::optional<rules::Side> failed_start = {}) {
        state_.say_once(failed_start ? trouble : trouble + "; the game goes to another worker");
        const TaskResult result{
            task.task().run, task.task().game.number, state_.settings().name, std::nullopt, trouble,
            failed_start};
        if (publish(result.run, to_text(result))) task.acknowledge();
    }

    // Sending.

    void send_results() {
        while (auto finished = next_finished()) survive([&] { send(*finished); });
    }

    void send(Finished& finished) {
        const auto begin = Clock::now();
        if (!publish(finished.task->task(), std::move(finished.game))) return;
        finished.task->acknowledge();
        state_.count({.games = 1, .sending = Clock::now() - begin});
    }

    /// Nothing where there will be no more.
    std::optional<Finished> next_finished() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return !finished_.empty() || is_played_out_; });
        if (finished_.empty()) return std::nullopt;
        Finished finished = std::move(finished_.front());
        finished_.pop_front();
        changed_.notify_all();
        return finished;
    }

    bool publish(const Task& task, record::GameRecord game) {
        TaskResult result{task.run, task.game.number, state_.settings().name, std::move(game)};
        std::string text = to_text(result);
        if (text.size() + kHeaders > state_.connection().max_payload()) {
            for (record::Ply& ply : result.game->plies) ply.meta.clear();
            text = to_text(result);
        }
        return publish(task.run, text);
    }

    /// Returns when the stream has the result; false where the worker was stopped first.
    bool publish(const std::string& run, const std::string& text) {
        Milliseconds wait = kFirstPause;
        for (;;) {
            const auto sent = state_.connection().publish(result_subject(run), text);
            if (sent) return true;
            if (state_.is_stopping()) return false;
            state_.wait_for_server(sent.error(), wait);
        }
    }

    WorkerState& state_;
    WorkerSlotBots bots_;                      ///< the player's
    std::optional<nats::Subscription> tasks_;  ///< the fetcher's
    nats::Milliseconds retry_delay_;           ///< the fetcher's, with a server that is away

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

}  // namespace

base::Result<WorkReport> work(const WorkerSettings& settings, std::stop_token stop) {
    const auto connection = TRY(nats::Connection::open(settings.servers));
    TRY(prepare_streams(*connection, settings.program));
    settings.say(fmt::format("worker {}: {} slot{} at {}", settings.name, settings.slots,
                             settings.slots == 1 ? "" : "s", connection->servers()));
    WorkerState state(settings, *connection);
    const std::stop_callback forward(stop, [&state] { state.request_stop(); });
    {
        std::vector<std::unique_ptr<WorkerSlot>> slots;
        for (int slot = 0; slot < settings.slots; ++slot) {
            slots.push_back(std::make_unique<WorkerSlot>(state, slot));
        }
    }
    connection->flush();
    return state.report();
}

}  // namespace ninefold::cluster
