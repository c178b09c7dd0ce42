// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "base/result.h"
#include "cluster/nats.h"

namespace ninefold::cluster {

/// Where everything lies in JetStream (docs/cluster.md).
namespace streams {
inline constexpr const char* kTasks = "NINEFOLD_TASKS";      ///< games to play, a work queue
inline constexpr const char* kResults = "NINEFOLD_RESULTS";  ///< games played, until kept
inline constexpr const char* kFiles = "NINEFOLD_FILES";      ///< bots' files, by content
}  // namespace streams

std::string task_subject(std::string_view run);
std::string result_subject(std::string_view run);
std::string chunk_subject(std::string_view hash, std::size_t chunk);

/// The one consumer that all workers share. A task that is not heard of for `ack_wait` is given to
/// another worker.
nats::ConsumerPlan task_consumer();
/// An organiser's own.
nats::ConsumerPlan result_consumer(std::string_view run);

/// Tries something until it succeeds, for a few seconds: servers that have just started, or lost
/// their leader, do not answer at once.
template <typename Action>
auto retry(const Action& action) {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::seconds(10);
    for (;;) {
        auto result = action();
        if (result || Clock::now() > end) return result;
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
}

/// What the streams are described by: the format, and the program with its networks. Programs that
/// differ in it must not share streams, for they might not play the same games.
std::string describe(std::string_view program);

/// Makes the streams that are missing. Streams of another version are an error that says what to
/// do; but an organiser, who says how many copies it wants, replaces them where nothing waits in
/// them. (If workers did so too, workers of two versions would take the streams from each other
/// forever.) `program` is its version and networks.
base::Result<void> prepare_streams(const nats::Connection& connection, std::string_view program,
                                   std::optional<int> replicas = {});
base::Result<void> delete_streams(const nats::Connection& connection);

}  // namespace ninefold::cluster
