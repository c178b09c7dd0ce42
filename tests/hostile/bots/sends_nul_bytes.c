// SPDX-License-Identifier: MIT
// Hides a NUL byte in its answer.
#include "honest.h"

static inline void answer(struct game* game) {
    (void)game;
    fwrite("bestmove\0 44\n", 1, 13, stdout);
    fflush(stdout);
}
