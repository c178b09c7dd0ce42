// SPDX-License-Identifier: MIT
// Plays the move that it has played before.
#include "honest.h"

static inline void answer(struct game* game) {
    static int last = -1;
    if (game->asked == 1) last = first_legal(game);
    say_move(last);
}
