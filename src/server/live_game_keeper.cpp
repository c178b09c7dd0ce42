// SPDX-License-Identifier: MIT
#include "server/live_game_keeper.h"

#include <utility>

namespace ninefold::server {

void LiveGameKeeper::close() {
    pool_.close();
    while (work()) {
    }
}

void LiveGameKeeper::add(Job job) {
    {
        const std::scoped_lock lock(mutex_);
        jobs_.push_back(std::move(job));
    }
    // Where one waits already, or the pool is closed, that takes this job as well.
    (void)pool_.post([this](std::size_t) { work(); });
}

bool LiveGameKeeper::work() {
    std::vector<Job> jobs;
    {
        const std::scoped_lock lock(mutex_);
        jobs.swap(jobs_);
    }
    std::vector<Writing> writings;
    for (Job& job : jobs) {
        if (auto* writing = std::get_if<Writing>(&job)) {
            writings.push_back(std::move(*writing));
            continue;
        }
        write(std::exchange(writings, {}));
        std::get<std::function<void()>>(job)();
    }
    write(std::move(writings));
    return !jobs.empty();
}

void LiveGameKeeper::write(std::vector<Writing> writings) {
    if (writings.empty()) return;
    std::vector<store::LiveGameChange> changes;
    changes.reserve(writings.size());
    for (Writing& writing : writings) changes.push_back(std::move(writing.change));
    const base::Result<void> saved = store_->save(changes);
    for (std::size_t i = 0; i < writings.size(); ++i) {
        if (saved) writings[i].on_kept(changes[i].row.kept);
        else writings[i].on_kept(saved.error());
    }
}

}  // namespace ninefold::server
