// SPDX-License-Identifier: MIT
#include "cli/interruption.h"

#include <csignal>
#include <ctime>

namespace ninefold::cli {

namespace {

sigset_t watched_signals() {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    return set;
}

}  // namespace

Interruption::Interruption() {
    const sigset_t set = watched_signals();
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    watcher_ = std::jthread([this](std::stop_token ending) {
        const sigset_t watched = watched_signals();
        const timespec tick{0, 50'000'000};
        while (!ending.stop_requested()) {
            if (sigtimedwait(&watched, nullptr, &tick) < 0) continue;
            stop_.request_stop();
            pthread_sigmask(SIG_UNBLOCK, &watched, nullptr);
            return;
        }
    });
}

Interruption::~Interruption() {
    watcher_.request_stop();
    watcher_.join();
    const sigset_t set = watched_signals();
    pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

}  // namespace ninefold::cli
