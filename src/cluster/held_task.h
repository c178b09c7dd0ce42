// SPDX-License-Identifier: MIT
#pragma once

#include <mutex>
#include <set>
#include <thread>

#include "cluster/nats.h"
#include "cluster/task.h"

namespace ninefold::cluster {

/// Keeps the tasks that a worker holds from being given to others. Any thread.
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
    void beat(const std::stop_token& stop);

    std::mutex mutex_;
    std::set<nats::Message*> held_;
    std::jthread thread_;
};

/// A task with the message it came in. It is this worker's until it is acknowledged or given back;
/// one that goes without either is given back. One thread at a time.
class HeldTask {
public:
    HeldTask(Task task, nats::Message message, Heart& heart)
        : task_(std::move(task)), message_(std::move(message)), heart_(heart) {
        heart_.add(message_);
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
        heart_.remove(message_);
        return std::exchange(is_held_, false);
    }

    Task task_;
    nats::Message message_;
    Heart& heart_;
    bool is_held_ = true;
};

}  // namespace ninefold::cluster
