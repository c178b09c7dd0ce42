// SPDX-License-Identifier: MIT
#include "cluster/worker_state.h"

#include "base/wait_for_stop.h"
#include "cluster/streams.h"

namespace ninefold::cluster {

namespace {

constexpr nats::Milliseconds kLongestPause{5000};
constexpr nats::Milliseconds kHeartbeat{2000};  ///< a quarter of what a task may be silent

}  // namespace

void Heartbeat::run(const std::stop_token& stop) {
    while (!base::wait_for_stop(stop, kHeartbeat)) {
        const std::scoped_lock lock(mutex_);
        for (nats::Message* message : held_) message->in_progress();
    }
}

WorkReport& WorkReport::operator+=(const WorkReport& other) {
    games += other.games;
    waiting += other.waiting;
    preparing += other.preparing;
    playing += other.playing;
    sending += other.sending;
    return *this;
}

void WorkerState::pause(nats::Milliseconds time) const { base::wait_for_stop(stop(), time); }

void WorkerState::say(const std::string& sentence) {
    const std::scoped_lock lock(mutex_);
    settings_.say(sentence);
}

void WorkerState::say_once(const std::string& sentence) {
    const std::scoped_lock lock(mutex_);
    if (said_.insert(sentence).second) settings_.say(sentence);
}

void WorkerState::wait_for_server(const base::Error& error, nats::Milliseconds& time) {
    {
        const std::scoped_lock lock(mutex_);
        if (!std::exchange(away_, true)) {
            settings_.say(fmt::format("{}; trying again", error.message));
        }
    }
    pause(time);
    time = std::min(2 * time, kLongestPause);
    const auto tasks = connection_.stream(streams::kTasks);
    if (!tasks || is_stopping()) return;
    // The server is back. That it has our streams is not certain.
    const auto ready = prepare_streams(connection_, settings_.program);
    if (!ready && !*tasks) return;
    if (!ready) request_stop();
    const std::scoped_lock lock(mutex_);
    if (!ready && !error_) error_ = ready.error();
    if (ready && std::exchange(away_, false)) settings_.say("the server answers again");
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
