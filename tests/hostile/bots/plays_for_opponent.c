// SPDX-License-Identifier: MIT
// Plays its own move, and then the opponent's as well.
#include "honest.h"

static inline void answer(struct game* game) {
    const int move = first_legal(game);
    say_move(move);
    play(game, move / 10, move % 10);
    say_move(first_legal(game));
}
