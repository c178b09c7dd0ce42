// SPDX-License-Identifier: MIT
// Answers with something that is no answer, control characters included.
#include "honest.h"

static inline void answer(struct game* game) {
    (void)game;
    say("I think \033[2J\xff the centre looks nice");
}
