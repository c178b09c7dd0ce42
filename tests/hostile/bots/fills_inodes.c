// SPDX-License-Identifier: MIT
// Makes as many empty files as it can for a second, wherever it can.
#include <fcntl.h>

#include "honest.h"

static inline void answer(struct game* game) {
    const char* places[] = {"/tmp", "/dev/shm", "/var/tmp", "/run", "."};
    const time_t end = time(NULL) + 1;
    for (long i = 0; game->asked == 1 && time(NULL) <= end; ++i) {
        char path[64];
        snprintf(path, sizeof path, "%s/hostile-inode-%ld", places[i % 5], i);
        const int file = open(path, O_CREAT | O_WRONLY, 0600);
        if (file >= 0) close(file);
    }
    answer_honestly(game);
}
