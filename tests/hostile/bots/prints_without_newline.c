// SPDX-License-Identifier: MIT
// Writes one endless line.
#include "honest.h"

static inline void answer(struct game* game) {
    (void)game;
    for (;;) fputs("and then ", stdout);
}
