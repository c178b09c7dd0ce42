// SPDX-License-Identifier: MIT
// Leaves a daemon with its own session that keeps a processor busy while the opponent thinks.
#include "honest.h"

static inline void answer(struct game* game) {
    if (game->asked == 1 && fork() == 0) {
        setsid();
        close(0);
        close(1);
        if (fork() != 0) _exit(0);
        for (;;) {
        }
    }
    answer_honestly(game);
}
