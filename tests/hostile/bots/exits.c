// SPDX-License-Identifier: MIT
// Ends when it is asked for its second move.
#include "honest.h"

static inline void answer(struct game* game) {
    if (game->asked == 2) exit(3);
    answer_honestly(game);
}
