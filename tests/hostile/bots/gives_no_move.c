// SPDX-License-Identifier: MIT
// Says that there is no move while there are some.
#include "honest.h"

static inline void answer(struct game* game) {
    if (game->asked == 2) say("bestmove none");
    else answer_honestly(game);
}
