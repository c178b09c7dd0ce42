// SPDX-License-Identifier: MIT
#include "cluster/worker.h"

#include <atomic>
#include <condition_variable>
#include <map>
#include <set>
#include <thread>

#include "arena/prover.h"
#include "arena/referee.h"
#include "cluster/streams.h"
#include "cluster/task.h"
#include "cluster/worker_bots.h"

namespace ninefold::cluster {

namespace {

using base::fail;
using std::chrono::milliseconds;

constexpr milliseconds kHeartbeat{2000};  ///< a quarter of what a task may be silent
constexpr milliseconds kPull{1000};       ///< how long a slot waits for a task before it looks up
constexpr milliseconds kLongestPause{5000};
constexpr milliseconds kAfterTrouble{2000};
constexpr int kMostVoid = 3;
constexpr std::size_t kHeaders = 4096;  ///< of a message, beside its data

/// Waits; false where `stop` came first.
bool pause(milliseconds time, const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    never.wait_for(lock, stop, time, [] { return false; });
    return !stop.stop_requested();
}

/// Keeps the tasks that are being played from being given to others. Any thread.
class Heart {
public:
    Heart() : thread_([this](const std::stop_token& stop) { beat(stop); }) {}

    void add(nats::Message& message) {
        const std::scoped_lock lock(mutex_);
        held_.insert(&message);
    }
    void remove(nats::Message& message) {
        const std::scoped_lock lock(mutex_);
        held_.erase(&message);
    }

private:
    void beat(const std::stop_token& stop) {
        while (pause(kHeartbeat, stop)) {
            const std::scoped_lock lock(mutex_);
            for (nats::Message* message : held_) message->in_progress();
        }
    }

    std::mutex mutex_;
    std::set<nats::Message*> held_;
    std::jthread thread_;
};

/// What the slots of a worker share.
class Work {
public:
    Work(const WorkerSettings& settings, const nats::Connection& connection)
        : settings_(settings),
          connection_(connection),
          files_(connection),
          cache_(settings.cache, files_),
          bots_(cache_, settings.house) {}

    base::Result<int> run(const std::stop_token& stop);

private:
    void serve(int slot);
    void take(nats::Message& message, SlotBots& bots);
    base::Result<record::GameRecord> play(const Task& task, SlotBots& bots);
    bool publish(const TaskResult& result);
    void report_trouble(const Task& task, const std::string& trouble);
    void wait_for_server(const base::Error& error, milliseconds& time);
    void say(const std::string& sentence);
    void fail_with(base::Error error);

    const WorkerSettings& settings_;
    const nats::Connection& connection_;
    NatsFileStore files_;
    BundleCache cache_;
    WorkerBots bots_;
    std::stop_source stop_;
    std::atomic<int> played_{0};

    std::mutex mutex_;   ///< of what follows
    bool away_ = false;  ///< the server did not answer the last time
    std::optional<base::Error> error_;

    Heart heart_;  ///< last: it must end before what it looks after
};

void Work::say(const std::string& sentence) {
    const std::scoped_lock lock(mutex_);
    settings_.say(sentence);
}

void Work::fail_with(base::Error error) {
    const std::scoped_lock lock(mutex_);
    if (!error_) error_ = std::move(error);
    stop_.request_stop();
}

/// After an error of the server: finds out whether trying again can help, and waits longer each
/// time.
void Work::wait_for_server(const base::Error& error, milliseconds& time) {
    {
        const std::scoped_lock lock(mutex_);
        if (!away_) settings_.say(fmt::format("{}; trying again", error.message));
        away_ = true;
    }
    pause(time, stop_.get_token());
    time = std::min(2 * time, kLongestPause);
    const auto tasks = connection_.stream(streams::kTasks);
    if (!tasks || stop_.stop_requested()) return;
    // The server is back. That it has our streams is not certain.
    if (auto ready =
            prepare_streams(connection_, {settings_.program, settings_.servers.shown(), false, 0});
        !ready) {
        if (*tasks) fail_with(ready.error());
        return;
    }
    const std::scoped_lock lock(mutex_);
    if (away_) settings_.say("the server answers again");
    away_ = false;
}

base::Result<int> Work::run(const std::stop_token& stop) {
    const std::stop_callback forward(stop, [this] { stop_.request_stop(); });
    {
        std::vector<std::jthread> slots;
        for (int slot = 0; slot < settings_.slots; ++slot) {
            slots.emplace_back([this, slot] { serve(slot); });
        }
    }
    connection_.flush();
    if (error_) return *error_;
    return played_.load();
}

void Work::serve(int slot) {
    SlotBots bots(bots_, slot);
    milliseconds wait{100};
    std::optional<nats::Subscription> tasks;
    while (!stop_.stop_requested()) {
        if (!tasks) {
            auto made = connection_.subscribe(task_consumer());
            if (!made) {
                wait_for_server(made.error(), wait);
                continue;
            }
            tasks = std::move(*made);
        }
        auto messages = tasks->fetch(1, kPull);
        if (!messages) {
            tasks.reset();
            wait_for_server(messages.error(), wait);
            continue;
        }
        wait = milliseconds(100);
        for (nats::Message& message : *messages) take(message, bots);
    }
}

/// Plays a task; it is acknowledged when its result is safe, and given back where there is none.
void Work::take(nats::Message& message, SlotBots& bots) {
    const auto task = parse_task(message.data());
    if (!task) {
        say(fmt::format("a task is refused: {}", task.error().message));
        return message.refuse();
    }
    heart_.add(message);
    auto game = play(*task, bots);
    bool done = false;
    if (!game) {
        report_trouble(*task, game.error().message);
        pause(kAfterTrouble, stop_.get_token());
    } else if (game->ending) {
        done = publish({task->run, task->game.number, settings_.name, std::move(*game)});
    }
    heart_.remove(message);
    if (done) {
        message.acknowledge();
        ++played_;
    } else {
        message.give_back(game ? milliseconds(0) : kAfterTrouble);
    }
}

base::Result<record::GameRecord> Work::play(const Task& task, SlotBots& bots) {
    std::array<bots::Bot*, 2> players{};
    for (std::size_t side = 0; side < 2; ++side) {
        const auto bot = bots.find(task.bots[side], task.rules);
        if (!bot) {
            return fail("{} cannot be run there: {}",
                        side == 0 ? task.game.x_name : task.game.o_name, bot.error().message);
        }
        players[side] = *bot;
    }
    arena::GameSpec spec = task.game;
    std::optional<arena::Prover> prover;
    if (task.proof) spec.adjudication.prover = &prover.emplace(*task.proof);
    for (int attempt = 0; attempt < kMostVoid; ++attempt) {
        auto game = arena::play_game(spec, *players[0], *players[1], nullptr, stop_.get_token());
        if (game.ending != rules::Ending::kVoid) return game;
    }
    return fail("game {} was void {} times in a row", task.game.number, kMostVoid);
}

/// Returns when the stream has the result; false where the worker was stopped first. A game that
/// two workers played has one id, so that the stream takes the first result only.
bool Work::publish(const TaskResult& result) {
    std::string text = to_text(result);
    if (text.size() + kHeaders > connection_.max_payload()) {
        TaskResult shorter = result;
        for (record::Ply& ply : shorter.game->plies) ply.meta.clear();
        text = to_text(shorter);
    }
    milliseconds wait{100};
    for (;;) {
        const auto sent = connection_.publish(result_subject(result.run), text,
                                              fmt::format("{}.{}", result.run, result.number));
        if (sent) return true;
        if (stop_.stop_requested()) return false;
        wait_for_server(sent.error(), wait);
    }
}

void Work::report_trouble(const Task& task, const std::string& trouble) {
    say(trouble);
    // Nobody needs it to be kept: the task goes back, and the trouble comes again.
    [[maybe_unused]] const auto sent = connection_.publish(
        result_subject(task.run),
        to_text(TaskResult{task.run, task.game.number, settings_.name, std::nullopt, trouble}), "");
}

}  // namespace

base::Result<int> work(const WorkerSettings& settings, std::stop_token stop) {
    const auto connection = nats::Connection::open(settings.servers);
    if (!connection) return connection.error();
    const StreamsWanted wanted{settings.program, settings.servers.shown(), false, 0};
    if (auto ready = prepare_streams(**connection, wanted); !ready) return ready.error();
    settings.say(fmt::format("worker {}: {} slot{} at {}", settings.name, settings.slots,
                             settings.slots == 1 ? "" : "s", settings.servers.shown()));
    return Work(settings, **connection).run(stop);
}

}  // namespace ninefold::cluster
