// SPDX-License-Identifier: MIT
// Stops itself with SIGSTOP at its second move.
#include "honest.h"

static inline void answer(struct game* game) {
    if (game->asked == 2) raise(SIGSTOP);
    answer_honestly(game);
}
