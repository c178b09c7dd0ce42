// SPDX-License-Identifier: MIT
// Sends an answer so slowly that it never comes.
#include "honest.h"

static inline void answer(struct game* game) {
    (void)game;
    for (;;) {
        fputc('b', stdout);
        fflush(stdout);
        sleep_ms(5);
    }
}
