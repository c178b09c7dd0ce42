// SPDX-License-Identifier: MIT
// Gives two moves for one question.
#include "honest.h"

static inline void answer(struct game* game) {
    printf("bestmove %02d\nbestmove %02d\n", first_legal(game), first_legal(game));
    fflush(stdout);
}
