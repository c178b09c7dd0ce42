// SPDX-License-Identifier: MIT
#include "command/interruption.h"

#include <csignal>
#include <ctime>

#include "base/wait_for_stop.h"

namespace ninefold::command {

namespace {

sigset_t polite_signals() {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    return set;
}

/// A blocked signal waits to be read even where it is ignored; so SIGHUP must not be read then.
bool hangup_is_ignored() {
    struct sigaction now {};
    return sigaction(SIGHUP, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
}

sigset_t watched_signals() {
    sigset_t set = polite_signals();
    if (!hangup_is_ignored()) sigaddset(&set, SIGHUP);
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
            // A terminal that is closed hangs up more than once: by its shell, and by itself.
            const sigset_t polite = polite_signals();
            pthread_sigmask(SIG_UNBLOCK, &polite, nullptr);
            return;
        }
    });
}

Interruption::~Interruption() {
    watcher_.request_stop();
    watcher_.join();
    sigset_t set = watched_signals();
    // The second one may be waiting already, and would end what is ending well by itself.
    if (requested()) sigdelset(&set, SIGHUP);
    pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

void Interruption::wait() const {
    while (!base::wait_for_stop(token(), std::chrono::hours(1))) {
    }
}

}  // namespace ninefold::command
