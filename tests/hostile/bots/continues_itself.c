// SPDX-License-Identifier: MIT
// Keeps a processor busy while its opponent thinks. Stopped by a signal, it has the kernel send the
// one that continues it: by timers, and when its standard error is read.
#include <fcntl.h>
#include <pthread.h>

#include "honest.h"

enum { kTimers = 20 };
static timer_t timers[kTimers];
static int timers_made;

/// SIGSTOP takes away a pending SIGCONT with its timer: the next timer is due a little later.
static void set_timers(int signal) {
    (void)signal;
    for (int i = 0; i < timers_made; ++i) {
        const struct itimerspec when = {{0, 0}, {0, (i + 1) * 3000000L}};
        timer_settime(timers[i], 0, &when, NULL);
    }
}

static void* spin(void* nothing) {
    for (volatile unsigned long i = 0;; ++i) {
    }
    return nothing;
}

static void* fill_errors(void* nothing) {
    char text[4096];
    memset(text, 'x', sizeof text);
    for (;;) {
        if (write(2, text, sizeof text) < 0) sleep_ms(1);
    }
    return nothing;
}

static void prepare(void) {
    struct sigaction action = {.sa_handler = set_timers, .sa_flags = SA_RESTART};
    sigaction(SIGCONT, &action, NULL);
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGCONT};
    while (timers_made < kTimers &&
           timer_create(CLOCK_MONOTONIC, &event, &timers[timers_made]) == 0) {
        ++timers_made;
    }
    set_timers(0);
    if (fcntl(2, F_SETOWN, getpid()) == 0 && fcntl(2, F_SETSIG, SIGCONT) == 0) {
        fcntl(2, F_SETFL, fcntl(2, F_GETFL) | O_ASYNC);
    }
}

static inline void answer(struct game* game) {
    pthread_t thread;
    if (game->asked == 1) {
        prepare();
        pthread_create(&thread, NULL, spin, NULL);
        pthread_create(&thread, NULL, fill_errors, NULL);
    }
    answer_honestly(game);
}
