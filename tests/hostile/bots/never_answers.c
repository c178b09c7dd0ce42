// SPDX-License-Identifier: MIT
// Takes the question and is never heard of again.
#include "honest.h"

static inline void answer(struct game* game) {
    (void)game;
    for (;;) pause();
}
