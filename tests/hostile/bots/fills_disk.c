// SPDX-License-Identifier: MIT
// Writes as much as it can wherever it can, then plays. Says so if it could write more than its
// share of 64 MiB in any place.
#include <fcntl.h>

#include "honest.h"

static inline long fill(const char* path) {
    static char page[1 << 16];
    long written = 0;
    const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (file < 0) return 0;
    signal(SIGXFSZ, SIG_IGN);
    while (written < (256L << 20)) {
        const ssize_t size = write(file, page, sizeof page);
        if (size <= 0) break;
        written += size;
    }
    close(file);
    return written;
}

static inline void answer(struct game* game) {
    static const char* const kPlaces[] = {"/tmp/fill", "/dev/shm/fill", "/fill", "/dev/fill",
                                          "/etc/fill", "/usr/fill", "./fill"};
    for (unsigned i = 0; game->asked == 1 && i < sizeof kPlaces / sizeof *kPlaces; ++i) {
        const long written = fill(kPlaces[i]);
        unlink(kPlaces[i]);
        if (written > (i < 2 ? 64L << 20 : 0)) {
            printf("wrote %ld bytes to %s\n", written, kPlaces[i]);
            fflush(stdout);
            return;
        }
    }
    answer_honestly(game);
}
