// SPDX-License-Identifier: MIT
// Keeps a processor busy while its opponent thinks, in a process whose first thread has ended: the
// kernel lists it as a zombie.
#include <pthread.h>

#include "honest.h"

static void* spin(void* nothing) {
    for (volatile unsigned long i = 0;; ++i) {
    }
    return nothing;
}

static inline void answer(struct game* game) {
    pthread_t thread;
    if (game->asked == 1 && fork() == 0) {
        close(0);
        close(1);
        pthread_create(&thread, NULL, spin, NULL);
        pthread_exit(NULL);
    }
    answer_honestly(game);
}
