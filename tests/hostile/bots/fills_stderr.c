// SPDX-License-Identifier: MIT
// Writes 4 MiB to its standard error before each move, and plays well.
#include "honest.h"

static inline void answer(struct game* game) {
    static char page[4096];
    memset(page, 'e', sizeof page);
    page[sizeof page - 1] = '\n';
    for (int i = 0; i < 1024; ++i) {
        if (write(2, page, sizeof page) < 0) break;
    }
    answer_honestly(game);
}
