// SPDX-License-Identifier: MIT
// Has its next answer in the pipe before the next question is asked.
#include "honest.h"

static inline void answer(struct game* game) {
    const int move = first_legal(game);
    say_move(move);
    usleep(300);
    say_move(move);
}
