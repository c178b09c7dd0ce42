// SPDX-License-Identifier: MIT
#include "process/stderr_reader.h"

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <cstdint>

namespace ninefold::process {

namespace {

void watch(int events, int descriptor) {
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.fd = descriptor;
    ::epoll_ctl(events, EPOLL_CTL_ADD, descriptor, &event);
}

}  // namespace

StderrReader::StderrReader()
    : events_(::epoll_create1(EPOLL_CLOEXEC)), ending_(::eventfd(0, EFD_CLOEXEC)) {
    watch(events_.number(), ending_.number());
    thread_ = std::thread([this] { run(); });
}

StderrReader::~StderrReader() {
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(ending_.number(), &one, sizeof one);
    thread_.join();
}

void StderrReader::add(std::shared_ptr<BotProcess> process) {
    const int descriptor = process->errors();
    {
        const std::lock_guard lock(lock_);
        processes_[descriptor] = std::move(process);
    }
    watch(events_.number(), descriptor);
}

void StderrReader::remove(const BotProcess& process) {
    {
        const std::lock_guard lock(lock_);
        processes_.erase(process.errors());
    }
    ::epoll_ctl(events_.number(), EPOLL_CTL_DEL, process.errors(), nullptr);
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
    ::epoll_ctl(events_.number(), EPOLL_CTL_DEL, descriptor, nullptr);
    return false;
}

void StderrReader::run() {
    std::array<epoll_event, 64> events;
    for (;;) {
        const int count =
            ::epoll_wait(events_.number(), events.data(), static_cast<int>(events.size()), -1);
        bool drained = false;
        for (int i = 0; i < count; ++i) {
            const int descriptor = events[static_cast<std::size_t>(i)].data.fd;
            if (descriptor == ending_.number()) return;
            drained = drain(descriptor) || drained;
        }
        // A bot that floods its standard error is read at 256 MiB a second, not with a whole core.
        if (drained) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

}  // namespace ninefold::process
