// SPDX-License-Identifier: MIT
// Closes its standard input after its first answer and lives on.
#include "honest.h"

static inline void answer(struct game* game) {
    answer_honestly(game);
    close(0);
    for (;;) pause();
}
