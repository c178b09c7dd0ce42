// SPDX-License-Identifier: MIT
#pragma once

#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>

#include "cluster/nats.h"
#include "cluster/worker.h"
#include "cluster/worker_bots.h"

namespace ninefold::cluster {

/// Keeps the tasks that a worker holds from being given to others. Any thread.
class Heartbeat {
public:
    Heartbeat() : thread_([this](const std::stop_token& stop) { run(stop); }) {}

    void add(nats::Message& message) {
        const std::scoped_lock lock(mutex_);
        held_.insert(&message);
    }
    void remove(nats::Message& message) {
        const std::scoped_lock lock(mutex_);
        held_.erase(&message);
    }

private:
    void run(const std::stop_token& stop);

    std::mutex mutex_;
    std::set<nats::Message*> held_;
    std::jthread thread_;
};

/// A task with the message it came in. It is this worker's until it is acknowledged or given back;
/// one that goes without either is given back. One thread at a time.
class HeldTask {
public:
    HeldTask(Task task, nats::Message message, Heartbeat& heartbeat)
        : task_(std::move(task)), message_(std::move(message)), heartbeat_(heartbeat) {
        heartbeat_.add(message_);
    }
    ~HeldTask() { give_back(nats::Milliseconds(0)); }
    HeldTask(const HeldTask&) = delete;
    HeldTask& operator=(const HeldTask&) = delete;

    const Task& task() const { return task_; }
    void acknowledge() {
        if (let_go()) message_.acknowledge();
    }
    void give_back(nats::Milliseconds delay) {
        if (let_go()) message_.give_back(delay);
    }

private:
    bool let_go() {
        heartbeat_.remove(message_);
        return std::exchange(is_held_, false);
    }

    Task task_;
    nats::Message message_;
    Heartbeat& heartbeat_;
    bool is_held_ = true;
};

/// What the slots of a worker share. Any thread.
class WorkerState {
public:
    WorkerState(const WorkerSettings& settings, const nats::Connection& connection)
        : settings_(settings),
          connection_(connection),
          files_(connection),
          cache_(settings.cache, files_),
          bots_(cache_, settings.house) {
        cache_.tidy(std::chrono::hours(24 * 30));  // as the servers do
    }

    const WorkerSettings& settings() const { return settings_; }
    const nats::Connection& connection() const { return connection_; }
    WorkerBots& bots() { return bots_; }
    Heartbeat& heartbeat() { return heartbeat_; }

    std::stop_token stop() const { return stop_.get_token(); }
    bool is_stopping() const { return stop_.stop_requested(); }
    void request_stop() { stop_.request_stop(); }
    void pause(nats::Milliseconds time) const;

    void say(const std::string& sentence);
    /// Says it the first time only.
    void say_once(const std::string& sentence);
    /// After an error of the server: finds out whether trying again can help, and waits longer
    /// each time.
    void wait_for_server(const base::Error& error, nats::Milliseconds& time);

    void count(const WorkReport& part);
    /// What was counted, or the error that ended everything.
    base::Result<WorkReport> report() const;

private:
    const WorkerSettings& settings_;
    const nats::Connection& connection_;
    NatsFileStore files_;
    BundleCache cache_;
    WorkerBots bots_;
    std::stop_source stop_;

    mutable std::mutex mutex_;  ///< of what follows
    bool away_ = false;         ///< the server did not answer the last time
    std::optional<base::Error> error_;
    WorkReport report_;
    std::set<std::string> said_;

    Heartbeat heartbeat_;
};

}  // namespace ninefold::cluster
