// SPDX-License-Identifier: MIT
// Plays well, and keeps a processor busy while its opponent thinks.
#include <pthread.h>

#include "honest.h"

static void* spin(void* nothing) {
    for (volatile unsigned long i = 0;; ++i) {
    }
    return nothing;
}

static inline void answer(struct game* game) {
    pthread_t thread;
    if (game->asked == 1) pthread_create(&thread, NULL, spin, NULL);
    answer_honestly(game);
}
