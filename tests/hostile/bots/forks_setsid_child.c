// SPDX-License-Identifier: MIT
// Leaves a daemon behind that has its own session and keeps the pipes open; plays well.
#include "honest.h"

static inline void answer(struct game* game) {
    if (game->asked == 1 && fork() == 0) {
        setsid();
        if (fork() == 0) {
            signal(SIGTERM, SIG_IGN);
            signal(SIGHUP, SIG_IGN);
            for (;;) pause();
        }
        _exit(0);
    }
    answer_honestly(game);
}
