// SPDX-License-Identifier: MIT
#include "cluster/held_task.h"

#include <condition_variable>

namespace ninefold::cluster {

namespace {

constexpr nats::Milliseconds kHeartbeat{2000};  ///< a quarter of what a task may be silent

}  // namespace

void Heart::beat(const std::stop_token& stop) {
    std::condition_variable_any never;
    std::unique_lock lock(mutex_);
    while (!stop.stop_requested()) {
        never.wait_for(lock, stop, kHeartbeat, [] { return false; });
        for (nats::Message* message : held_) message->in_progress();
    }
}

}  // namespace ninefold::cluster
