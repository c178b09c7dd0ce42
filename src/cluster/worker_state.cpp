// SPDX-License-Identifier: MIT
#include "cluster/worker_state.h"

#include <condition_variable>

#include "cluster/streams.h"

namespace ninefold::cluster {

namespace {

constexpr nats::Milliseconds kLongestPause{5000};

}  // namespace

WorkReport& WorkReport::operator+=(const WorkReport& other) {
    games += other.games;
    waiting += other.waiting;
    preparing += other.preparing;
    playing += other.playing;
    sending += other.sending;
    return *this;
}

void WorkerState::pause(nats::Milliseconds time) const {
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    never.wait_for(lock, stop(), time, [] { return false; });
}

void WorkerState::say(const std::string& sentence) {
    const std::scoped_lock lock(mutex_);
    settings_.say(sentence);
}

void WorkerState::say_once(const std::string& sentence) {
    const std::scoped_lock lock(mutex_);
    if (said_.insert(sentence).second) settings_.say(sentence);
}

void WorkerState::fail_with(base::Error error) {
    {
        const std::scoped_lock lock(mutex_);
        if (!error_) error_ = std::move(error);
    }
    request_stop();
}

void WorkerState::wait_for_server(const base::Error& error, nats::Milliseconds& time) {
    {
        const std::scoped_lock lock(mutex_);
        if (!away_) settings_.say(fmt::format("{}; trying again", error.message));
        away_ = true;
    }
    pause(time);
    time = std::min(2 * time, kLongestPause);
    const auto tasks = connection_.stream(streams::kTasks);
    if (!tasks || is_stopping()) return;
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

void WorkerState::count(const WorkReport& part) {
    const std::scoped_lock lock(mutex_);
    report_ += part;
}

base::Result<WorkReport> WorkerState::report() const {
    const std::scoped_lock lock(mutex_);
    if (error_) return *error_;
    return report_;
}

}  // namespace ninefold::cluster
