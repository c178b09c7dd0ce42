// SPDX-License-Identifier: MIT
#include "cluster/cluster_venue.h"

#include <algorithm>
#include <condition_variable>
#include <map>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

#include "arena/bot_maker.h"
#include "base/counted.h"
#include "base/try.h"
#include "cluster/bundle.h"
#include "cluster/streams.h"

namespace ninefold::cluster {

namespace {

using base::fail;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr int kBatch = 256;
constexpr milliseconds kPull{500};
constexpr milliseconds kPause{500};
constexpr std::chrono::seconds kLookAround{5};
/// Whether the record is of the game that was asked for.
bool is_of(const record::GameRecord& record, const arena::GameSpec& spec) {
    return record.ending && record.id == spec.id && record.event == spec.event &&
           record.x == spec.x_name && record.o == spec.o_name && record.seed == spec.seed &&
           record.start == spec.start;
}

/// `mutex_` guards everything below it. Messages are acknowledged under it: that only writes into a
/// buffer.
class ClusterVenue final : public arena::Venue {
public:
    ClusterVenue(VenueSettings settings, std::unique_ptr<nats::Connection> connection,
                 std::vector<TaskBot> bots)
        : settings_(std::move(settings)),
          connection_(std::move(connection)),
          bots_(std::move(bots)),
          tasks_(task_subject(settings_.run)),
          plan_(result_consumer(settings_.run)) {}

    ~ClusterVenue() override {
        receiver_.request_stop();
        {
            const std::scoped_lock lock(mutex_);
            if (results_) results_->close();
        }
        if (receiver_.joinable()) receiver_.join();
        results_.reset();
        // Best done, but not needed: the next run does it too.
        if (is_over_) {
            (void)connection_->delete_consumer(plan_.stream, plan_.name);
            (void)connection_->purge(streams::kResults, plan_.filter);
        }
        (void)connection_->purge(streams::kTasks, tasks_);
        connection_->flush();
    }

    /// Takes back what an earlier life gave out, and takes in what came since.
    base::Result<void> open() {
        TRY(retry([&] { return connection_->purge(streams::kTasks, tasks_); }));
        // A new consumer gets at once what was delivered to the earlier life and never
        // acknowledged.
        TRY(retry([&] { return connection_->delete_consumer(plan_.stream, plan_.name); }));
        const auto waiting =
            TRY(retry([&] { return connection_->count(streams::kResults, plan_.filter); }));
        if (waiting > 0) {
            TRY(listen());
            TRY(take_leftovers());
        }
        receiver_ = std::jthread([this](const std::stop_token& stop) { receive(stop); });
        return {};
    }

    base::Result<record::GameRecord> play(const arena::GameSpec& spec, int x, int o,
                                          std::stop_token stop) override {
        const Task task{settings_.run,
                        spec,
                        {bots_[static_cast<std::size_t>(x)], bots_[static_cast<std::size_t>(o)]},
                        settings_.rules};
        std::unique_lock lock(mutex_);
        Game& game = games_[spec.number];
        if (game.result && !is_of(*game.result, spec)) game.drop();
        if (!game.result) {
            game.task = task;
            lock.unlock();
            const auto sent = publish(to_text(task), stop);
            lock.lock();
            if (sent) changed_.wait(lock, stop, [&] { return game.result || error_; });
            game.task.reset();
            if (!game.result && error_) return *error_;
            if (!game.result && !sent) return sent.error();
        }
        record::GameRecord broken_off;
        broken_off.start = spec.start;
        return std::exchange(game.result, std::nullopt).value_or(std::move(broken_off));
    }

    /// Its result need not wait in its stream.
    void kept(int number) override {
        const std::scoped_lock lock(mutex_);
        kept_.insert(number);
        if (auto game = games_.extract(number)) game.mapped().drop();
    }

    /// Nothing of the run need be left at the server.
    void finish() override {
        const std::scoped_lock lock(mutex_);
        is_over_ = true;
    }

private:
    struct Game {
        std::optional<Task> task{};    ///< while somebody waits for its result
        FailedStarts failed_starts{};  ///< a bot of it was started, and failed
        FailedTries troubles{};        ///< not even that could be done
        bool is_set_aside = false;     ///< not in the queue, until nothing else is
        /// The first one that came, until somebody takes it.
        std::optional<record::GameRecord> result{};
        /// That it and further ones came in: not acknowledged until the game is kept.
        std::vector<nats::Message> messages{};

        void drop() {
            for (nats::Message& message : messages) message.acknowledge();
            messages.clear();
            result.reset();
        }
    };

    /// Three servers take half a second to agree on who leads a new consumer.
    base::Result<void> listen() {
        TRY(retry([&] { return connection_->add_consumer(plan_); }));
        auto results = TRY(retry([&] { return connection_->subscribe(plan_); }));
        const std::scoped_lock lock(mutex_);
        results_ = std::move(results);
        return {};
    }

    base::Result<void> take_leftovers() {
        for (;;) {
            const auto state =
                TRY(retry([&] { return connection_->consumer(plan_.stream, plan_.name); }));
            if (state.waiting == 0) return {};
            TRY(take_results());
        }
    }

    base::Result<void> take_results() {
        auto messages = TRY(results_->fetch(kBatch, kPull));
        for (nats::Message& message : messages) accept(std::move(message));
        return {};
    }

    void say_once(const std::string& sentence) {
        if (said_.insert(sentence).second) settings_.say(sentence);
    }

    void wait_for_server(std::unique_lock<std::mutex>& lock, const base::Error& error,
                         const std::stop_token& stop) {
        if (!std::exchange(away_, true)) {
            settings_.say(fmt::format("{}; trying again", error.message));
        }
        changed_.wait_for(lock, stop, kPause, [] { return false; });
    }

    /// Tries until the queue has the task; gives up only where it is stopped. Where it gets it
    /// twice, the game is played twice and counts once.
    base::Result<void> publish(const std::string& task, const std::stop_token& stop) {
        while (!stop.stop_requested()) {
            const auto sent = connection_->publish(tasks_, task);
            if (sent) return {};
            std::unique_lock lock(mutex_);
            if (error_) return *error_;
            wait_for_server(lock, sent.error(), stop);
        }
        return {};
    }

    void publish_again(const std::stop_token& stop) {
        std::vector<std::string> tasks;
        {
            const std::scoped_lock lock(mutex_);
            tasks.swap(again_);
        }
        for (const std::string& task : tasks) (void)publish(task, stop);
    }

    void receive(const std::stop_token& stop) {
        if (!results_) {
            if (const auto done = listen(); !done) {
                const std::scoped_lock lock(mutex_);
                return end_with(done.error());
            }
        }
        auto looked = Clock::now();
        while (!stop.stop_requested()) {
            const auto taken = take_results();
            if (stop.stop_requested()) return;
            if (taken) {
                publish_again(stop);
            } else {
                std::unique_lock lock(mutex_);
                wait_for_server(lock, taken.error(), stop);
            }
            if (Clock::now() - looked < kLookAround) continue;
            look_around();
            looked = Clock::now();
        }
    }

    void end_with(base::Error error) {
        error_ = std::move(error);
        changed_.notify_all();
    }

    void accept(nats::Message message) {
        auto result = parse_task_result(message.data());
        const std::scoped_lock lock(mutex_);
        if (!result) {
            say_once(fmt::format("a result is refused: {}", result.error().message));
            return message.refuse();
        }
        if (result->game) return deliver(std::move(*result), std::move(message));
        say_once(fmt::format("worker {}: {}{}", result->worker, result->trouble,
                             result->failed_start
                                 ? ""
                                 : "; other workers will try. Fix or stop this worker"));
        // The worker has let the task go, so that whatever happens to this process, the next one
        // gives the game out again.
        const auto found = games_.find(result->number);
        if (found != games_.end() && found->second.task) {
            if (result->failed_start) count_failed_start(found->second, *result);
            else count_trouble(found->second, *result);
        }
        message.acknowledge();
    }

    /// A bot that keeps failing loses the game.
    void count_failed_start(Game& game, const TaskResult& result) {
        Task& task = *game.task;
        task.tried.push_back(result.worker);
        if (auto lost = game.failed_starts.add(result)) {
            task.bots[*result.failed_start == rules::Side::kX ? 0 : 1].forfeits = std::move(*lost);
            task.tried.clear();
        }
        again_.push_back(to_text(task));
    }

    /// No bot loses because a machine lacks something: other workers try. Where it comes to the
    /// same worker again, they are busy or not there; it is set aside while other games are played.
    void count_trouble(Game& game, const TaskResult& result) {
        Task& task = *game.task;
        game.troubles.add(result);
        game.is_set_aside = task.was_tried_by(result.worker);
        if (game.is_set_aside) return;
        task.tried.push_back(result.worker);
        again_.push_back(to_text(task));
    }

    /// The queue has no game of this run. Those that were set aside go out once more. But where no
    /// worker does anything, and no game was played since the last time, those that were tried
    /// often enough are void: nobody there can play them.
    void settle_set_aside(bool is_idle) {
        const bool is_stuck = is_idle && !std::exchange(was_played_, false);
        for (auto& [number, game] : games_) {
            if (!std::exchange(game.is_set_aside, false) || !game.task) continue;
            if (!is_stuck || game.troubles.count < FailedTries::kMost) {
                again_.push_back(to_text(*game.task));
                continue;
            }
            arena::GameInProgress unplayed(game.task->game);
            unplayed.end(rules::Ending::kVoid, std::nullopt,
                         game.troubles.evidence("no worker can play it"));
            game.result = unplayed.take_record();
            changed_.notify_all();
        }
    }

    /// A result goes to who waits for it, the first time; further ones are dropped when it is kept.
    void deliver(TaskResult result, nats::Message message) {
        if (kept_.contains(result.number)) return message.acknowledge();
        Game& game = games_[result.number];
        if (game.messages.empty()) {
            if (game.task && !is_of(*result.game, game.task->game)) {
                say_once(fmt::format("worker {} sent a game {} that is not the one asked for; it "
                                     "is not counted",
                                     result.worker, result.number));
                return message.refuse();
            }
            game.result = std::move(*result.game);
            was_played_ = true;
        }
        game.messages.push_back(std::move(message));
        changed_.notify_all();
    }

    /// Whether the server still has what was given to it, and whether anybody plays.
    void look_around() {
        const auto tasks = connection_->stream(streams::kTasks);
        const auto own = connection_->count(streams::kTasks, tasks_);
        const auto workers = connection_->consumer(streams::kTasks, task_consumer().name);
        const std::scoped_lock lock(mutex_);
        if (!tasks) return;
        if (std::exchange(away_, false)) settings_.say("the server answers again");
        if (!*tasks) {
            return end_with(fail("stream {} is gone from {}; every game that was kept is still "
                                 "here, and 'resume' restarts the queue",
                                 streams::kTasks, connection_->servers()));
        }
        const bool is_waiting = std::ranges::any_of(games_, [](const auto& game) {
            return game.second.task.has_value() && !game.second.is_set_aside;
        });
        const bool nobody = workers && workers->held == 0 && workers->requests == 0;
        if (is_waiting && nobody && ++idle_looks_ == 2) {
            settings_.say(fmt::format("no worker is there; 'ninefold worker {}' on any machine is "
                                      "one",
                                      connection_->servers()));
        }
        if (!nobody) idle_looks_ = 0;
        // A queue that stays empty while games are waited for has lost them: its disk was.
        const bool is_lost = own && *own == 0 && is_waiting;
        empty_looks_ = is_lost ? empty_looks_ + 1 : 0;
        if (own && *own == 0) settle_set_aside(workers && workers->held == 0);
        if (empty_looks_ < 3) return;
        empty_looks_ = 0;
        give_out_again();
    }

    void give_out_again() {
        std::size_t lost = 0;
        for (const auto& [number, game] : games_) {
            if (!game.task || game.result) continue;
            again_.push_back(to_text(*game.task));
            ++lost;
        }
        settings_.say(
            fmt::format("the server has lost {}; given out again", base::counted(lost, "game")));
    }

    const VenueSettings settings_;
    const std::unique_ptr<nats::Connection> connection_;
    const std::vector<TaskBot> bots_;
    const std::string tasks_;                    ///< the subject of the run's tasks
    const nats::ConsumerPlan plan_;              ///< of its results
    std::optional<nats::Subscription> results_;  ///< the receiver's, once it runs

    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::map<int, Game> games_;  ///< that are waited for, or whose results came before
    std::set<int> kept_;
    std::vector<std::string> again_;  ///< tasks for another worker to try
    std::set<std::string> said_;
    std::optional<base::Error> error_;
    int empty_looks_ = 0, idle_looks_ = 0;
    bool away_ = false, is_over_ = false;
    bool was_played_ = false;  ///< a game, since those set aside were last settled

    std::jthread receiver_;  ///< last: it uses all of the above
};

}  // namespace

base::Result<std::unique_ptr<arena::Venue>> open_cluster_venue(
    VenueSettings settings, const std::vector<base::Result<sources::BotSource>>& bots) {
    auto connection = TRY(nats::Connection::open(settings.servers));
    TRY(prepare_streams(*connection, settings.program, settings.replicas));
    NatsFileStore files(*connection);
    std::vector<TaskBot> sent;
    for (const auto& bot : bots) {
        sent.push_back(TRY(bot ? send_bot(*bot, files, arena::hidden_from(*bot, bots))
                               : TaskBot{"", "", bot.error().message}));
    }
    auto venue =
        std::make_unique<ClusterVenue>(std::move(settings), std::move(connection), std::move(sent));
    TRY(venue->open());
    return std::unique_ptr<arena::Venue>(std::move(venue));
}

}  // namespace ninefold::cluster
