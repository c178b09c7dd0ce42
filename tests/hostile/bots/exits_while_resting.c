// SPDX-License-Identifier: MIT
// Answers, and ends 20 ms later, while its opponent thinks.
#include "honest.h"

static void end(int signal_number) {
    (void)signal_number;
    _exit(0);
}

static inline void answer(struct game* game) {
    answer_honestly(game);
    if (game->asked == 2) {
        signal(SIGALRM, end);
        ualarm(20000, 0);
    }
}
