// SPDX-License-Identifier: MIT
// Closes its output and lives on.
#include "honest.h"

static inline void answer(struct game* game) {
    (void)game;
    close(1);
    for (;;) pause();
}
