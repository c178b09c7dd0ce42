// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string>

#include "cluster/held_task.h"
#include "cluster/nats.h"
#include "cluster/worker.h"
#include "cluster/worker_bots.h"

namespace ninefold::cluster {

/// What the slots of a worker share. Any thread.
class WorkerState {
public:
    WorkerState(const WorkerSettings& settings, const nats::Connection& connection)
        : settings_(settings),
          connection_(connection),
          files_(connection),
          cache_(settings.cache, files_),
          bots_(cache_, settings.house) {}

    const WorkerSettings& settings() const { return settings_; }
    const nats::Connection& connection() const { return connection_; }
    WorkerBots& bots() { return bots_; }
    Heart& heart() { return heart_; }

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
    void fail_with(base::Error error);

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

    Heart heart_;
};

}  // namespace ninefold::cluster
