// SPDX-License-Identifier: MIT
// Dies of a null pointer.
#include "honest.h"

static inline void answer(struct game* game) {
    if (game->asked == 2) raise(SIGSEGV);
    answer_honestly(game);
}
