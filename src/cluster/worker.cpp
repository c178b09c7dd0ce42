// SPDX-License-Identifier: MIT
#include "cluster/worker.h"

#include "cluster/streams.h"
#include "cluster/worker_slot.h"
#include "cluster/worker_state.h"

namespace ninefold::cluster {

base::Result<WorkReport> work(const WorkerSettings& settings, std::stop_token stop) {
    const auto connection = nats::Connection::open(settings.servers);
    if (!connection) return connection.error();
    const StreamsWanted wanted{settings.program, settings.servers.shown(), false, 0};
    if (auto ready = prepare_streams(**connection, wanted); !ready) return ready.error();
    settings.say(fmt::format("worker {}: {} slot{} at {}", settings.name, settings.slots,
                             settings.slots == 1 ? "" : "s", settings.servers.shown()));
    WorkerState state(settings, **connection);
    const std::stop_callback forward(stop, [&state] { state.request_stop(); });
    {
        std::vector<std::unique_ptr<WorkerSlot>> slots;
        for (int slot = 0; slot < settings.slots; ++slot) {
            slots.push_back(std::make_unique<WorkerSlot>(state, slot));
        }
    }
    (*connection)->flush();
    return state.report();
}

}  // namespace ninefold::cluster
