// SPDX-License-Identifier: MIT
// Makes a segment of System V shared memory, which outlives its process.
#include <sys/ipc.h>
#include <sys/shm.h>

#include "honest.h"

static inline void answer(struct game* game) {
    if (game->asked == 1) (void)shmget(IPC_PRIVATE, 1 << 20, IPC_CREAT | 0600);
    answer_honestly(game);
}
