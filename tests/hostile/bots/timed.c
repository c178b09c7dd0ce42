// SPDX-License-Identifier: MIT
// Does everything right, thinks for 300 microseconds, and says how long it took by its own clock.
#include "honest.h"

static inline long long now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static inline void answer(struct game* game) {
    const long long start = now_ns();
    const int move = first_legal(game);
    while (now_ns() - start < 300000) {
    }
    printf("info meta {\"ns\":%lld}\nbestmove %02d\n", now_ns() - start, move);
    fflush(stdout);
}
