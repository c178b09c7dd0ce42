// SPDX-License-Identifier: MIT
// Writes lines that are allowed, without end.
#include "honest.h"

static inline void answer(struct game* game) {
    (void)game;
    for (;;) puts("info string still thinking");
}
