// SPDX-License-Identifier: MIT
// Dies, but a daemon of its keeps its output open, so that no end of file tells of it.
#include "honest.h"

static inline void answer(struct game* game) {
    (void)game;
    if (fork() == 0) {
        setsid();
        for (;;) pause();
    }
    _exit(7);
}
