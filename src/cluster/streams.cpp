// SPDX-License-Identifier: MIT
#include "cluster/streams.h"

#include "base/foreign_text.h"
#include "base/try.h"
#include "cluster/task.h"

namespace ninefold::cluster {

namespace {

using base::fail;

constexpr auto kDay = std::chrono::hours(24);
constexpr auto kTaskAckWait = std::chrono::seconds(8);
constexpr auto kResultAckWait = std::chrono::seconds(60);
constexpr const char* kAllTasks = "ninefold.task.>";

std::vector<nats::StreamPlan> plans(const std::string& description, int replicas) {
    return {
        {streams::kTasks, kAllTasks, description, true, std::chrono::hours(0), replicas},
        // Results that nobody fetches are those of games that were played twice.
        {streams::kResults, "ninefold.result.>", description, true, 30 * kDay, replicas},
        {streams::kFiles, "ninefold.file.>", description, false, 30 * kDay, replicas},
    };
}

/// Whether the streams of another version hold nothing that somebody waits for.
base::Result<bool> nothing_waits(const nats::Connection& connection) {
    for (const char* name : {streams::kTasks, streams::kResults}) {
        const auto state = TRY(connection.stream(name));
        if (state && state->messages > 0) return false;
    }
    return true;
}

/// Somebody else may have made it meanwhile.
base::Result<void> add_unless_there(const nats::Connection& connection,
                                    const nats::StreamPlan& plan) {
    const auto state = connection.stream(plan.name);
    if (state && *state && (*state)->description == plan.description) return {};
    return connection.add_stream(plan);
}

base::Result<void> check_led(const nats::Connection& connection, const char* name) {
    const auto state = TRY(connection.stream(name));
    if (state && state->is_led) return {};
    return fail("stream {} has no leader yet", name);
}

base::Error of_another_version(const std::string& stream, const nats::StreamState& state,
                               const std::string& own, const std::string& servers) {
    return fail("stream {} at {} is of another version: {}; this program: {}. Use that version, or "
                "when nothing is to be finished there, 'ninefold cluster reset {}'",
                stream, servers, base::quoted(state.description, 200), base::quoted(own, 200),
                servers);
}

}  // namespace

std::string task_subject(std::string_view run) { return fmt::format("ninefold.task.{}", run); }
std::string result_subject(std::string_view run) { return fmt::format("ninefold.result.{}", run); }
std::string chunk_subject(std::string_view hash, std::size_t chunk) {
    return fmt::format("ninefold.file.{}.{}", hash, chunk);
}

nats::ConsumerPlan task_consumer() { return {streams::kTasks, "workers", kAllTasks, kTaskAckWait}; }

nats::ConsumerPlan result_consumer(std::string_view run) {
    return {streams::kResults, fmt::format("run-{}", run), result_subject(run), kResultAckWait};
}

std::string describe(std::string_view program) {
    return fmt::format("Ninefold cluster, format {}, {}", kFormat, program);
}

base::Result<void> prepare_streams(const nats::Connection& connection, std::string_view program,
                                   std::optional<int> replicas) {
    const std::string description = describe(program);
    for (const nats::StreamPlan& plan : plans(description, replicas.value_or(0))) {
        const auto state = TRY(retry([&] { return connection.stream(plan.name); }));
        if (state && state->description == description) continue;
        if (state) {
            const auto free = TRY(nothing_waits(connection));
            if (!free || !replicas) {
                return of_another_version(plan.name, *state, description, connection.servers());
            }
            TRY(connection.delete_stream(plan.name));
        }
        TRY(retry([&] { return add_unless_there(connection, plan); }));
    }
    for (const char* name : {streams::kTasks, streams::kResults, streams::kFiles}) {
        TRY(retry([&] { return check_led(connection, name); }));
    }
    return retry([&] { return connection.add_consumer(task_consumer()); });
}

base::Result<void> delete_streams(const nats::Connection& connection) {
    for (const char* name : {streams::kTasks, streams::kResults, streams::kFiles}) {
        TRY(connection.delete_stream(name));
    }
    return {};
}

}  // namespace ninefold::cluster
