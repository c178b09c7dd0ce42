// SPDX-License-Identifier: MIT
#include "process/stderr_reader.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>

namespace ninefold::process {

StderrReader::StderrReader() : changed_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    thread_ = std::thread([this] { run(); });
}

StderrReader::~StderrReader() {
    {
        const std::lock_guard lock(lock_);
        ending_ = true;
    }
    signal();
    thread_.join();
}

void StderrReader::add(std::shared_ptr<BotProcess> process) {
    const int descriptor = process->errors();
    {
        const std::lock_guard lock(lock_);
        processes_[descriptor] = std::move(process);
    }
    signal();
}

void StderrReader::remove(const BotProcess& process) {
    {
        const std::lock_guard lock(lock_);
        processes_.erase(process.errors());
    }
    signal();
}

void StderrReader::signal() const {
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(changed_.number(), &one, sizeof one);
}

/// What to wait for, changed_ first; nothing at the end.
std::vector<pollfd> StderrReader::watched() {
    const std::lock_guard lock(lock_);
    if (ending_) return {};
    std::vector<pollfd> events = {{changed_.number(), POLLIN, 0}};
    for (const auto& [descriptor, process] : processes_) {
        events.push_back({descriptor, POLLIN, 0});
    }
    return events;
}

/// Reads one pipe full at most; false once there is nothing more to come. The pipe is left alone
/// where its bot is forgotten: its number may already be another's.
bool StderrReader::drain(int descriptor) {
    std::shared_ptr<BotProcess> process;
    {
        const std::lock_guard lock(lock_);
        const auto found = processes_.find(descriptor);
        if (found == processes_.end()) return false;
        process = found->second;
    }
    if (process->drain_errors()) return true;
    remove(*process);
    return false;
}

void StderrReader::run() {
    for (;;) {
        std::vector<pollfd> events = watched();
        if (events.empty()) return;
        if (::poll(events.data(), events.size(), -1) < 0) continue;
        std::uint64_t changes = 0;
        [[maybe_unused]] const ssize_t size = ::read(changed_.number(), &changes, sizeof changes);
        bool drained = false;
        for (std::size_t i = 1; i < events.size(); ++i) {
            if (events[i].revents != 0) drained = drain(events[i].fd) || drained;
        }
        // A bot that floods its standard error is read at 256 MiB a second, not with a whole core.
        if (drained) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

}  // namespace ninefold::process
