// SPDX-License-Identifier: MIT
#include "tournament/local_runner.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <thread>

#include "bots/unstartable_bot.h"

namespace ninefold::tournament {

namespace {

/// The bots one slot has at hand, the latest first.
class SlotBots {
public:
    SlotBots(const BotMaker& maker, int slot) : maker_(maker), slot_(slot) {}

    /// Both bots of a game. They live until the next call.
    std::pair<bots::Bot*, bots::Bot*> pair(TeamId x, TeamId o) {
        std::erase_if(bots_, [&](const auto& bot) { return bot.first != x && bot.first != o; });
        return {find(x), find(o)};
    }

private:
    bots::Bot* find(TeamId team) {
        for (auto& [known, bot] : bots_) {
            if (known == team) return bot.get();
        }
        auto made = maker_(team, slot_);
        std::unique_ptr<bots::Bot> bot;
        if (made) bot = std::move(*made);
        else bot = std::make_unique<bots::UnstartableBot>(made.error().message);
        bots_.emplace_back(team, std::move(bot));
        return bots_.back().second.get();
    }

    const BotMaker& maker_;
    int slot_;
    std::vector<std::pair<TeamId, std::unique_ptr<bots::Bot>>> bots_;
};

/// Games that wait for a slot, meeting by meeting.
class TaskQueue {
public:
    using MeetingKey = std::pair<int, int>;  ///< stage, meeting

    void add(const std::vector<GameTask>& tasks) {
        for (const GameTask& task : tasks) waiting_[{task.stage, task.meeting}].push_back(task);
    }
    bool empty() const { return waiting_.empty(); }

    /// A game of the meeting the slot is at, else of one that no slot is at, else any.
    GameTask take(MeetingKey& at) {
        auto meeting = waiting_.find(at);
        if (meeting == waiting_.end()) {
            if (const auto left = slots_at_.find(at);
                left != slots_at_.end() && --left->second == 0) {
                slots_at_.erase(left);
            }
            meeting = std::find_if(waiting_.begin(), waiting_.end(), [&](const auto& entry) {
                return !slots_at_.contains(entry.first);
            });
            if (meeting == waiting_.end()) meeting = waiting_.begin();
            at = meeting->first;
            ++slots_at_[at];
        }
        const GameTask task = meeting->second.front();
        meeting->second.pop_front();
        if (meeting->second.empty()) waiting_.erase(meeting);
        return task;
    }

private:
    std::map<MeetingKey, std::deque<GameTask>> waiting_;
    std::map<MeetingKey, int> slots_at_;
};

}  // namespace

/// `mutex_` guards the tournament and everything below it.
class LocalRunner::Work {
public:
    Work(Tournament& tournament, BotMaker maker, arena::Venue* venue, arena::GameKeeper& keeper,
         arena::EventSink& sink, int slots)
        : tournament_(tournament),
          maker_(std::move(maker)),
          venue_(venue),
          keeper_(keeper),
          sink_(sink),
          slots_(std::max(1, slots)) {}

    base::Result<void> run(const std::stop_token& stop, const std::function<bool()>& drain);

private:
    void serve(int slot);
    std::optional<GameTask> next(TaskQueue::MeetingKey& at);
    void play(const GameTask& task, SlotBots& bots, arena::Prover* prover);
    base::Result<record::GameRecord> play_once(const GameTask& task, const arena::GameSpec& spec,
                                               SlotBots& bots);
    void kept(const GameTask& task, const record::GameRecord& game, const GameOutcome& outcome,
              const base::Result<void>& result);
    void fail_with(base::Error error);
    void watch_for_drain(const std::stop_token& over);

    Tournament& tournament_;
    BotMaker maker_;
    arena::Venue* venue_;  ///< null: here
    arena::GameKeeper& keeper_;
    arena::EventSink& sink_;
    int slots_;
    std::stop_source stop_;
    std::function<bool()> drain_;

    std::mutex mutex_;
    std::condition_variable changed_;
    TaskQueue queue_;
    int unfinished_ = 0;  ///< games given out and not yet counted
    bool draining_ = false;
    std::optional<base::Error> error_;
};

base::Result<void> LocalRunner::Work::run(const std::stop_token& stop,
                                          const std::function<bool()>& drain) {
    const std::stop_callback forward(stop, [this] {
        stop_.request_stop();
        const std::scoped_lock lock(mutex_);
        changed_.notify_all();
    });
    drain_ = drain;
    queue_.add(tournament_.take_new_games());
    {
        std::jthread watcher;
        if (venue_ != nullptr && drain_) {
            watcher = std::jthread([this](const std::stop_token& over) { watch_for_drain(over); });
        }
        std::vector<std::jthread> threads;
        threads.reserve(static_cast<std::size_t>(slots_));
        for (int slot = 0; slot < slots_; ++slot)
            threads.emplace_back([this, slot] { serve(slot); });
    }
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return unfinished_ == 0; });
    if (error_) return *error_;
    return {};
}

void LocalRunner::Work::watch_for_drain(const std::stop_token& over) {
    constexpr std::chrono::milliseconds kPause{100};
    std::mutex own;
    std::condition_variable_any never;
    std::unique_lock pause(own);
    while (!over.stop_requested()) {
        never.wait_for(pause, over, kPause, [] { return false; });
        std::unique_lock lock(mutex_);
        if (!drain_()) continue;
        lock.unlock();
        stop_.request_stop();
        lock.lock();
        return changed_.notify_all();
    }
}

void LocalRunner::Work::serve(int slot) {
    SlotBots bots(maker_, slot);
    std::optional<arena::Prover> prover;
    if (venue_ == nullptr && arena::by_proof(tournament_.spec().adjudicate)) prover.emplace();
    TaskQueue::MeetingKey at{-1, -1};
    while (const auto task = next(at)) play(*task, bots, prover ? &*prover : nullptr);
}

/// The next game, waiting for one where others are still being played that may lead to more.
std::optional<GameTask> LocalRunner::Work::next(TaskQueue::MeetingKey& at) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] {
        return stop_.stop_requested() || draining_ || !queue_.empty() || unfinished_ == 0;
    });
    if (stop_.stop_requested() || draining_ || queue_.empty()) return std::nullopt;
    if (venue_ == nullptr && drain_ && drain_()) {
        draining_ = true;
        changed_.notify_all();
        return std::nullopt;
    }
    ++unfinished_;
    return queue_.take(at);
}

base::Result<record::GameRecord> LocalRunner::Work::play_once(const GameTask& task,
                                                              const arena::GameSpec& spec,
                                                              SlotBots& bots) {
    if (venue_ != nullptr) {
        return venue_->play(spec, task.x.index, task.o.index, stop_.get_token());
    }
    const auto [x, o] = bots.pair(task.x, task.o);
    return arena::play_game(spec, *x, *o, &sink_, stop_.get_token());
}

void LocalRunner::Work::play(const GameTask& task, SlotBots& bots, arena::Prover* prover) {
    constexpr int kMostVoid = 3;
    arena::GameSpec spec;
    {
        const std::scoped_lock lock(mutex_);
        spec = tournament_.game_spec(task);
    }
    spec.adjudication.prover = prover;
    for (int attempt = 0; attempt < kMostVoid; ++attempt) {
        auto played = play_once(task, spec, bots);
        if (!played) {
            fail_with(played.error());
            break;
        }
        record::GameRecord game = std::move(*played);
        if (game.ending == rules::Ending::kVoid) continue;
        const auto outcome = game.ending ? outcome_of(game, tournament_.spec().points)
                                         : base::Result<GameOutcome>(base::Error{"stopped"});
        if (!outcome) break;
        auto copy = std::make_shared<const record::GameRecord>(game);
        keeper_.keep(task.number, std::move(game),
                     [this, task, copy, outcome](const base::Result<void>& result) {
                         kept(task, *copy, *outcome, result);
                     });
        return;
    }
    if (!stop_.stop_requested()) {
        fail_with(base::fail("game {} was void {} times in a row; the arena cannot play it",
                             task.number, kMostVoid));
    }
    const std::scoped_lock lock(mutex_);
    --unfinished_;
    changed_.notify_all();
}

void LocalRunner::Work::kept(const GameTask& task, const record::GameRecord& game,
                             const GameOutcome& outcome, const base::Result<void>& result) {
    if (!result) fail_with(result.error());
    const std::scoped_lock lock(mutex_);
    if (result) {
        // A number that was given out is always known.
        [[maybe_unused]] const auto counted = tournament_.add(task.number, outcome);
        queue_.add(tournament_.take_new_games());
        sink_.on_event(arena::GameEnded{task.number, &game, true});
    }
    --unfinished_;
    changed_.notify_all();
}

void LocalRunner::Work::fail_with(base::Error error) {
    stop_.request_stop();
    const std::scoped_lock lock(mutex_);
    if (!error_) error_ = std::move(error);
    changed_.notify_all();
}

LocalRunner::LocalRunner(Tournament& tournament, BotMaker maker, arena::GameKeeper& keeper,
                         arena::EventSink& sink, int slots)
    : work_(std::make_unique<Work>(tournament, std::move(maker), nullptr, keeper, sink, slots)) {}
LocalRunner::LocalRunner(Tournament& tournament, arena::Venue& venue, arena::GameKeeper& keeper,
                         arena::EventSink& sink, int slots)
    : work_(std::make_unique<Work>(tournament, BotMaker(), &venue, keeper, sink, slots)) {}
LocalRunner::~LocalRunner() = default;

base::Result<void> LocalRunner::run(std::stop_token stop, const std::function<bool()>& drain) {
    return work_->run(stop, drain);
}

}  // namespace ninefold::tournament
