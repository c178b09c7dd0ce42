// SPDX-License-Identifier: MIT
#include "cluster/worker_slot.h"

#include "arena/game_pump.h"
#include "cluster/streams.h"

namespace ninefold::cluster {

namespace {

using nats::Milliseconds;
using Clock = std::chrono::steady_clock;

constexpr Milliseconds kPull{1000};  ///< how long the fetcher waits before it looks up
constexpr Milliseconds kFirstPause{100};
constexpr Milliseconds kAfterTrouble{2000};
constexpr Milliseconds kShortPause{100};
/// A game whose bot failed to start here is left to others this often before it is tried again.
constexpr int kTimesLeft = 4;
constexpr Milliseconds kLeave{500};
/// Only behind games that are shorter does a task wait: another worker may have nothing to do.
constexpr Milliseconds kShortGame{2000};
constexpr std::size_t kMostFinished = 4;  ///< results that are not yet safe
constexpr std::size_t kHeaders = 4096;    ///< of a message, beside its data

}  // namespace

WorkerSlot::WorkerSlot(WorkerState& state, int number)
    : state_(state), bots_(state.bots(), number), patience_(kFirstPause) {
    fetcher_ = std::jthread([this] { fetch_tasks(); });
    player_ = std::jthread([this] { play_games(); });
    sender_ = std::jthread([this] { send_results(); });
}

// Fetching.

void WorkerSlot::fetch_tasks() {
    while (wait_for_room()) {
        if (auto message = pull()) hand_over(std::move(*message));
    }
}

/// Returns when a task can be used; false where the worker is stopped.
bool WorkerSlot::wait_for_room() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, state_.stop(), [this] {
        return !next_ && finished_.size() < kMostFinished &&
               (is_idle_ || (was_short_ && !gave_back_));
    });
    return !state_.is_stopping();
}

std::optional<nats::Message> WorkerSlot::pull() {
    if (!tasks_) {
        auto made = state_.connection().subscribe(task_consumer());
        if (!made) {
            state_.wait_for_server(made.error(), patience_);
            return std::nullopt;
        }
        tasks_ = std::move(*made);
    }
    auto messages = tasks_->fetch(1, kPull);
    if (!messages) {
        tasks_.reset();
        state_.wait_for_server(messages.error(), patience_);
        return std::nullopt;
    }
    patience_ = kFirstPause;
    if (messages->empty()) return std::nullopt;
    return std::move(messages->front());
}

/// Waits until the player has taken it; where the game before turns out to be a long one, others
/// may have it.
void WorkerSlot::hand_over(nats::Message message) {
    auto task = parse_task(message.data());
    if (!task) {
        state_.say(fmt::format("a task is refused: {}", task.error().message));
        return message.refuse();
    }
    if (task->was_tried_by(state_.settings().name) && message.deliveries() <= kTimesLeft) {
        return message.give_back(kLeave);
    }
    auto held = std::make_unique<HeldTask>(std::move(*task), std::move(message), state_.heart());
    std::unique_lock lock(mutex_);
    next_ = std::move(held);
    changed_.notify_all();
    if (changed_.wait_for(lock, state_.stop(), kShortGame, [this] { return !next_; })) return;
    next_.reset();
    gave_back_ = true;
}

// Playing.

void WorkerSlot::play_games() {
    while (TaskPtr task = next_task()) play_task(std::move(task));
    const std::scoped_lock lock(mutex_);
    is_played_out_ = true;
    changed_.notify_all();
}

/// Nothing where the worker is stopped.
WorkerSlot::TaskPtr WorkerSlot::next_task() {
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

void WorkerSlot::play_task(TaskPtr task) {
    const auto begin = Clock::now();
    const auto players = bots_.players(task->task());
    if (state_.is_stopping()) return;  // which may be why a bot did not start
    if (players && players->failed) return report_failed_start(*task, *players);
    state_.count({.preparing = Clock::now() - begin});
    auto game = players ? play(task->task(), *players) : players.error();
    if (!game) {
        // Other games may well be played here meanwhile.
        report_trouble(task->task(), game.error().message);
        task->give_back(kAfterTrouble);
        return state_.pause(kShortPause);
    }
    const std::scoped_lock lock(mutex_);
    was_short_ = Clock::now() - begin < kShortGame;
    if (game->ending) finished_.push_back({std::move(task), std::move(*game)});
    changed_.notify_all();
}

base::Result<record::GameRecord> WorkerSlot::play(const Task& task, const Players& players) {
    arena::GameSpec spec = task.game;
    spec.adjudication.prover = prover(task);
    const auto start = Clock::now();
    auto game = arena::play_until_not_void(spec.number, [&] {
        return base::Result(arena::play_game(spec, *players.x, *players.o, nullptr, state_.stop()));
    });
    if (game) state_.count({.playing = Clock::now() - start});
    return game;
}

/// Kept from game to game: its table is large.
arena::Prover* WorkerSlot::prover(const Task& task) {
    if (budget_ != task.proof) {
        budget_ = task.proof;
        prover_ = budget_ ? std::make_unique<arena::Prover>(*budget_) : nullptr;
    }
    return prover_.get();
}

void WorkerSlot::report_trouble(const Task& task, const std::string& trouble) {
    state_.say_once(fmt::format("{}; the game goes to another worker", trouble));
    // Nobody needs it to be kept: the task goes back, and the trouble comes again.
    [[maybe_unused]] const auto sent =
        state_.connection().publish(result_subject(task.run),
                                    to_text(TaskResult{task.run, task.game.number,
                                                       state_.settings().name, std::nullopt,
                                                       trouble}));
}

/// The organiser decides whether another worker tries: the task is done here once the stream has
/// the report.
void WorkerSlot::report_failed_start(HeldTask& task, const Players& players) {
    state_.say_once(players.failure);
    const TaskResult result{task.task().run, task.task().game.number, state_.settings().name,
                            std::nullopt,    players.failure,         players.failed};
    if (publish(result.run, to_text(result))) task.acknowledge();
}

// Sending.

void WorkerSlot::send_results() {
    while (auto finished = next_finished()) {
        const auto begin = Clock::now();
        if (!publish(finished->task->task(), std::move(finished->game))) continue;
        finished->task->acknowledge();
        state_.count({.games = 1, .sending = Clock::now() - begin});
    }
}

/// Nothing where there will be no more.
std::optional<WorkerSlot::Finished> WorkerSlot::next_finished() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !finished_.empty() || is_played_out_; });
    if (finished_.empty()) return std::nullopt;
    Finished finished = std::move(finished_.front());
    finished_.pop_front();
    changed_.notify_all();
    return finished;
}

bool WorkerSlot::publish(const Task& task, record::GameRecord game) {
    TaskResult result{task.run, task.game.number, state_.settings().name, std::move(game)};
    std::string text = to_text(result);
    if (text.size() + kHeaders > state_.connection().max_payload()) {
        for (record::Ply& ply : result.game->plies) ply.meta.clear();
        text = to_text(result);
    }
    return publish(task.run, text);
}

/// Returns when the stream has the result; false where the worker was stopped first.
bool WorkerSlot::publish(const std::string& run, const std::string& text) {
    Milliseconds wait = kFirstPause;
    for (;;) {
        const auto sent = state_.connection().publish(result_subject(run), text);
        if (sent) return true;
        if (state_.is_stopping()) return false;
        state_.wait_for_server(sent.error(), wait);
    }
}

}  // namespace ninefold::cluster
