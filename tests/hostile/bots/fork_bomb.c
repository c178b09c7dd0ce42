// SPDX-License-Identifier: MIT
// Becomes as many processes as it can.
#include "honest.h"

static inline void answer(struct game* game) {
    (void)game;
    for (;;) {
        if (fork() < 0) usleep(1000);
    }
}
