// SPDX-License-Identifier: MIT
#include "server/live_game_keeper.h"

#include <utility>

namespace ninefold::server {

LiveGameKeeper::LiveGameKeeper(std::unique_ptr<store::LiveGameStore> store)
    : store_(std::move(store)), thread_([this] { work(); }) {}

LiveGameKeeper::~LiveGameKeeper() { close(); }

void LiveGameKeeper::close() {
    {
        const std::scoped_lock lock(mutex_);
        closed_ = true;
    }
    added_.notify_one();
    if (thread_.joinable()) thread_.join();
}

void LiveGameKeeper::keep(store::LiveGameChange change, OnKept on_kept) {
    add(Writing{std::move(change), std::move(on_kept)});
}

void LiveGameKeeper::load(std::string id, OnLoaded on_loaded) {
    add(Reading{std::move(id), std::move(on_loaded)});
}

void LiveGameKeeper::add(Job job) {
    {
        const std::scoped_lock lock(mutex_);
        jobs_.push_back(std::move(job));
    }
    added_.notify_one();
}

void LiveGameKeeper::work() {
    for (std::vector<Job> jobs;;) {
        jobs.clear();
        {
            std::unique_lock lock(mutex_);
            added_.wait(lock, [this] { return closed_ || !jobs_.empty(); });
            if (jobs_.empty()) return;
            jobs.swap(jobs_);
        }
        std::vector<Writing> writings;
        for (Job& job : jobs) {
            if (auto* writing = std::get_if<Writing>(&job)) {
                writings.push_back(std::move(*writing));
                continue;
            }
            write(std::exchange(writings, {}));
            auto& reading = std::get<Reading>(job);
            reading.on_loaded(store_->load(reading.id));
        }
        write(std::move(writings));
    }
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
