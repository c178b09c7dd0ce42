// SPDX-License-Identifier: MIT
// Gives a legal move, after the limit.
#include "honest.h"

static inline void answer(struct game* game) {
    sleep_ms(2000);
    answer_honestly(game);
}
