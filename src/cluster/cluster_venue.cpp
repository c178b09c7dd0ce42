// SPDX-License-Identifier: MIT
#include "cluster/cluster_venue.h"

#include <algorithm>
#include <condition_variable>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include "base/counted.h"
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
/// How often a bot may fail to start for one game, at different workers where there are some.
constexpr std::size_t kMostStarts = 3;

/// Whether the record is of the game that was asked for.
bool is_of(const record::GameRecord& record, const arena::GameSpec& spec) {
    return record.ending && record.id == spec.id && record.event == spec.event &&
           record.x == spec.x_name && record.o == spec.o_name && record.seed == spec.seed &&
           record.start == spec.start;
}

/// What is held against a bot: `first: it exited with code 1; second: …`, each worker once.
std::string evidence(const std::vector<FailedStart>& tried) {
    std::string text = "it failed " + base::counted(tried.size(), "time");
    for (std::size_t i = 0; i < tried.size(); ++i) {
        const bool is_said = std::find(tried.begin(), tried.begin() + static_cast<long>(i),
                                       tried[i]) != tried.begin() + static_cast<long>(i);
        if (!is_said) text += fmt::format("; at worker {}: {}", tried[i].worker, tried[i].sentence);
    }
    return text;
}

}  // namespace

/// `mutex_` guards everything below it. Messages are acknowledged under it: that only writes into a
/// buffer.
class ClusterVenue::Desk {
public:
    Desk(VenueSettings settings, std::unique_ptr<nats::Connection> connection,
         std::vector<TaskBot> bots)
        : settings_(std::move(settings)),
          connection_(std::move(connection)),
          bots_(std::move(bots)) {}
    ~Desk();

    base::Result<void> open();
    base::Result<record::GameRecord> play(const arena::GameSpec& spec, int x, int o,
                                          const std::stop_token& stop);
    void kept(int number);
    void finish();

private:
    /// Results with the messages they came in, which stay unacknowledged until the game is kept.
    struct Arrival {
        record::GameRecord game;
        std::vector<nats::Message> messages;
    };
    struct Waiter {
        const arena::GameSpec* spec = nullptr;
        Task task;
        std::optional<record::GameRecord> game;
    };

    std::optional<record::GameRecord> take_early(const arena::GameSpec& spec);
    base::Result<void> listen();
    base::Result<void> take_leftovers();
    base::Result<void> publish(const std::string& task, const std::stop_token& stop);
    void receive(const std::stop_token& stop);
    void accept(nats::Message message);
    void deliver(TaskResult result, nats::Message message);
    void count_failed_start(const TaskResult& result);
    void publish_again(const std::stop_token& stop);
    void look_around(const std::stop_token& stop);
    void republish(const std::stop_token& stop);
    void say_once(const std::string& sentence);

    VenueSettings settings_;
    std::unique_ptr<nats::Connection> connection_;
    std::vector<TaskBot> bots_;
    std::optional<nats::Subscription> results_;  ///< the receiver's, once it runs

    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::map<int, Waiter*> waiters_;
    std::map<int, Arrival> early_;                    ///< results that nobody has asked for yet
    std::map<int, std::vector<nats::Message>> held_;  ///< of results that are being kept
    std::vector<std::string> again_;                  ///< tasks for another worker to try
    std::set<int> kept_;
    std::set<std::string> said_;
    std::optional<base::Error> error_;
    int empty_looks_ = 0, idle_looks_ = 0;
    bool away_ = false, is_over_ = false;

    std::jthread receiver_;  ///< last: it uses all of the above
};

ClusterVenue::Desk::~Desk() {
    receiver_.request_stop();
    {
        const std::scoped_lock lock(mutex_);
        if (results_) results_->close();
    }
    if (receiver_.joinable()) receiver_.join();
    results_.reset();
    // Best done, but not needed: the next run does it too.
    if (is_over_) {
        [[maybe_unused]] const auto gone =
            connection_->delete_consumer(streams::kResults, result_consumer(settings_.run).name);
        [[maybe_unused]] const auto cleared =
            connection_->purge(streams::kResults, result_subject(settings_.run));
    }
    [[maybe_unused]] const auto taken_back =
        connection_->purge(streams::kTasks, task_subject(settings_.run));
    connection_->flush();
}

/// Takes back what an earlier life gave out, and takes in what came since.
base::Result<void> ClusterVenue::Desk::open() {
    const std::string own_tasks = task_subject(settings_.run);
    const auto cleared = insist([&] { return connection_->purge(streams::kTasks, own_tasks); });
    if (!cleared) return cleared;
    const nats::ConsumerPlan plan = result_consumer(settings_.run);
    // A new consumer gets at once what was delivered to the earlier life and never acknowledged.
    const auto gone = insist([&] { return connection_->delete_consumer(plan.stream, plan.name); });
    if (!gone) return gone;
    const auto waiting = insist(
        [&] { return connection_->count(streams::kResults, result_subject(settings_.run)); });
    if (!waiting) return waiting.error();
    if (*waiting > 0) {
        if (auto done = listen(); !done) return done;
        if (auto done = take_leftovers(); !done) return done;
    }
    receiver_ = std::jthread([this](const std::stop_token& stop) { receive(stop); });
    return {};
}

/// Three servers take half a second to agree on who leads a new consumer.
base::Result<void> ClusterVenue::Desk::listen() {
    const nats::ConsumerPlan plan = result_consumer(settings_.run);
    const auto added = insist([&] { return connection_->add_consumer(plan); });
    if (!added) return added;
    auto results = insist([&] { return connection_->subscribe(plan); });
    if (!results) return results.error();
    const std::scoped_lock lock(mutex_);
    results_ = std::move(*results);
    return {};
}

base::Result<void> ClusterVenue::Desk::take_leftovers() {
    const nats::ConsumerPlan plan = result_consumer(settings_.run);
    for (;;) {
        const auto state = insist([&] { return connection_->consumer(plan.stream, plan.name); });
        if (!state) return state.error();
        if (state->waiting == 0) return {};
        auto messages = results_->fetch(kBatch, kPull);
        if (!messages) return messages.error();
        for (nats::Message& message : *messages) accept(std::move(message));
    }
}

void ClusterVenue::Desk::say_once(const std::string& sentence) {
    if (said_.insert(sentence).second) settings_.say(sentence);
}

std::optional<record::GameRecord> ClusterVenue::Desk::take_early(const arena::GameSpec& spec) {
    const auto found = early_.find(spec.number);
    if (found == early_.end()) return std::nullopt;
    Arrival arrival = std::move(found->second);
    early_.erase(found);
    if (!is_of(arrival.game, spec)) {
        for (nats::Message& message : arrival.messages) message.acknowledge();
        return std::nullopt;
    }
    held_[spec.number] = std::move(arrival.messages);
    return std::move(arrival.game);
}

base::Result<record::GameRecord> ClusterVenue::Desk::play(const arena::GameSpec& spec, int x, int o,
                                                          const std::stop_token& stop) {
    Waiter waiter{&spec,
                  {settings_.run,
                   spec,
                   settings_.proof,
                   {bots_[static_cast<std::size_t>(x)], bots_[static_cast<std::size_t>(o)]},
                   settings_.rules},
                  {}};
    const std::string task = to_text(waiter.task);
    std::unique_lock lock(mutex_);
    if (auto early = take_early(spec)) return std::move(*early);
    waiters_[spec.number] = &waiter;
    lock.unlock();
    const auto sent = publish(task, stop);
    lock.lock();
    if (sent) changed_.wait(lock, stop, [&] { return waiter.game || error_; });
    waiters_.erase(spec.number);
    if (waiter.game) return std::move(*waiter.game);
    if (error_) return *error_;
    if (!sent) return sent.error();
    record::GameRecord broken_off;
    broken_off.start = spec.start;
    return broken_off;
}

/// Tries until the queue has the task; gives up only where it is stopped. Where it gets it twice,
/// the game is played twice and counts once.
base::Result<void> ClusterVenue::Desk::publish(const std::string& task,
                                               const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        const auto sent = connection_->publish(task_subject(settings_.run), task);
        if (sent) return {};
        std::unique_lock lock(mutex_);
        if (error_) return *error_;
        if (!away_) settings_.say(fmt::format("{}; trying again", sent.error().message));
        away_ = true;
        changed_.wait_for(lock, stop, kPause, [this] { return error_.has_value(); });
    }
    return {};
}

void ClusterVenue::Desk::receive(const std::stop_token& stop) {
    if (!results_) {
        if (const auto done = listen(); !done) {
            const std::scoped_lock lock(mutex_);
            error_ = done.error();
            return changed_.notify_all();
        }
    }
    auto looked = Clock::now();
    while (!stop.stop_requested()) {
        auto messages = results_->fetch(kBatch, kPull);
        if (stop.stop_requested()) return;
        if (messages) {
            for (nats::Message& message : *messages) accept(std::move(message));
            publish_again(stop);
        } else {
            std::unique_lock lock(mutex_);
            if (!away_) settings_.say(fmt::format("{}; trying again", messages.error().message));
            away_ = true;
            changed_.wait_for(lock, stop, kPause, [] { return false; });
        }
        if (Clock::now() - looked < kLookAround) continue;
        look_around(stop);
        looked = Clock::now();
    }
}

void ClusterVenue::Desk::accept(nats::Message message) {
    auto result = parse_task_result(message.data());
    const std::scoped_lock lock(mutex_);
    if (!result) {
        say_once(fmt::format("a result is refused: {}", result.error().message));
        return message.refuse();
    }
    if (result->failed_start) {
        count_failed_start(*result);
        return message.acknowledge();
    }
    if (!result->game) {
        say_once(fmt::format("worker {}: {}; others may do better. Mend or stop that worker",
                             result->worker, result->trouble));
        return message.acknowledge();
    }
    deliver(std::move(*result), std::move(message));
}

/// A bot that keeps failing loses the game. The worker has let the task go, so that whatever
/// happens to this process, the next one gives the game out again.
void ClusterVenue::Desk::count_failed_start(const TaskResult& result) {
    say_once(fmt::format("worker {}: {}", result.worker, result.trouble));
    const auto waiting = waiters_.find(result.number);
    if (waiting == waiters_.end()) return;
    Task& task = waiting->second->task;
    task.tried.push_back({result.worker, result.trouble});
    if (task.tried.size() >= kMostStarts) {
        task.bots[result.failed_start == rules::Side::kX ? 0 : 1].forfeits = evidence(task.tried);
        task.tried.clear();
    }
    again_.push_back(to_text(task));
}

void ClusterVenue::Desk::publish_again(const std::stop_token& stop) {
    std::vector<std::string> tasks;
    {
        const std::scoped_lock lock(mutex_);
        tasks.swap(again_);
    }
    for (const std::string& task : tasks) {
        [[maybe_unused]] const auto sent = publish(task, stop);
    }
}

/// A result goes to who waits for it, the first time; further ones are dropped when it is kept.
void ClusterVenue::Desk::deliver(TaskResult result, nats::Message message) {
    const int number = result.number;
    if (kept_.contains(number)) return message.acknowledge();
    if (const auto held = held_.find(number); held != held_.end()) {
        held->second.push_back(std::move(message));
        return;
    }
    const auto waiting = waiters_.find(number);
    if (waiting == waiters_.end()) {
        Arrival& arrival = early_[number];
        if (arrival.messages.empty()) arrival.game = std::move(*result.game);
        arrival.messages.push_back(std::move(message));
        return;
    }
    if (!is_of(*result.game, *waiting->second->spec)) {
        say_once(fmt::format("worker {} sent a game {} that is not the one asked for; it is not "
                             "counted",
                             result.worker, number));
        return message.refuse();
    }
    waiting->second->game = std::move(*result.game);
    held_[number].push_back(std::move(message));
    changed_.notify_all();
}

void ClusterVenue::Desk::kept(int number) {
    const std::scoped_lock lock(mutex_);
    kept_.insert(number);
    const auto held = held_.find(number);
    if (held == held_.end()) return;
    for (nats::Message& message : held->second) message.acknowledge();
    held_.erase(held);
}

void ClusterVenue::Desk::finish() {
    const std::scoped_lock lock(mutex_);
    is_over_ = true;
}

/// Whether the server still has what was given to it, and whether anybody plays.
void ClusterVenue::Desk::look_around(const std::stop_token& stop) {
    const auto tasks = connection_->stream(streams::kTasks);
    const auto own = connection_->count(streams::kTasks, task_subject(settings_.run));
    const auto workers = connection_->consumer(streams::kTasks, task_consumer().name);
    std::unique_lock lock(mutex_);
    if (!tasks) return;
    if (away_) settings_.say("the server answers again");
    away_ = false;
    if (!*tasks) {
        error_ = fail("stream {} is gone from {}; every game that was kept is still here, and "
                      "'resume' restarts the queue",
                      streams::kTasks, settings_.servers.shown());
        changed_.notify_all();
        return;
    }
    const bool nobody = workers && workers->held == 0 && workers->requests == 0;
    if (!waiters_.empty() && nobody && ++idle_looks_ == 2) {
        settings_.say(fmt::format("no worker is there; 'ninefold worker {}' on any machine is one",
                                  settings_.servers.shown()));
    }
    if (!nobody) idle_looks_ = 0;
    // A queue that stays empty while games are waited for has lost them: its disk was.
    const bool is_lost = own && *own == 0 && !waiters_.empty();
    empty_looks_ = is_lost ? empty_looks_ + 1 : 0;
    if (empty_looks_ < 3) return;
    empty_looks_ = 0;
    lock.unlock();
    republish(stop);
}

void ClusterVenue::Desk::republish(const std::stop_token& stop) {
    std::vector<std::string> lost;
    {
        const std::scoped_lock lock(mutex_);
        for (const auto& [number, waiter] : waiters_) {
            if (!waiter->game) lost.push_back(to_text(waiter->task));
        }
        settings_.say(fmt::format("the server has lost {}; given out again",
                                  base::counted(lost.size(), "game")));
    }
    for (const std::string& task : lost) {
        [[maybe_unused]] const auto sent = publish(task, stop);
    }
}

ClusterVenue::ClusterVenue(std::unique_ptr<Desk> desk) : desk_(std::move(desk)) {}
ClusterVenue::~ClusterVenue() = default;

base::Result<std::unique_ptr<ClusterVenue>> ClusterVenue::open(
    VenueSettings settings, const std::vector<base::Result<sources::BotSource>>& bots) {
    auto connection = nats::Connection::open(settings.servers);
    if (!connection) return connection.error();
    const StreamsWanted wanted{settings.program, settings.servers.shown(), true, settings.replicas};
    if (auto ready = prepare_streams(**connection, wanted); !ready) return ready.error();
    NatsFileStore files(**connection);
    std::vector<TaskBot> sent;
    for (const auto& bot : bots) {
        if (!bot) {
            sent.push_back({"", "", bot.error().message});
            continue;
        }
        auto task_bot = send_bot(*bot, files);
        if (!task_bot) return task_bot.error();
        sent.push_back(std::move(*task_bot));
    }
    auto desk =
        std::make_unique<Desk>(std::move(settings), std::move(*connection), std::move(sent));
    if (auto opened = desk->open(); !opened) return opened.error();
    return std::unique_ptr<ClusterVenue>(new ClusterVenue(std::move(desk)));
}

base::Result<record::GameRecord> ClusterVenue::play(const arena::GameSpec& spec, int x, int o,
                                                    std::stop_token stop) {
    return desk_->play(spec, x, o, stop);
}
void ClusterVenue::kept(int number) { desk_->kept(number); }
void ClusterVenue::finish() { desk_->finish(); }

}  // namespace ninefold::cluster
