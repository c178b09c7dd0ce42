// SPDX-License-Identifier: MIT
// Sends lines of 10 MB, then a move.
#include "honest.h"

static inline void answer(struct game* game) {
    fputs("info string ", stdout);
    for (int i = 0; i < 10000000; ++i) fputc('z', stdout);
    fputc('\n', stdout);
    answer_honestly(game);
}
