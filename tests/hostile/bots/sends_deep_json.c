// SPDX-License-Identifier: MIT
// Sends metadata that is nested as deep as a line allows.
#include "honest.h"

static inline void answer(struct game* game) {
    fputs("info meta {\"a\":", stdout);
    for (int i = 0; i < 30000; ++i) fputc('[', stdout);
    fputc('\n', stdout);
    answer_honestly(game);
}
