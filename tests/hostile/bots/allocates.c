// SPDX-License-Identifier: MIT
// Takes memory, and uses it, until it dies.
#include "honest.h"

static inline void answer(struct game* game) {
    (void)game;
    for (;;) {
        char* block = malloc(1 << 20);
        if (block == NULL) {
            fputs("memory allocation of 1 MiB failed\n", stderr);
            abort();
        }
        memset(block, 1, 1 << 20);
    }
}
